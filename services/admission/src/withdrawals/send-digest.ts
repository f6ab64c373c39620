import { inJakarta, jakartaDay } from '@gerbang/domain/jakarta-time';
import { sendMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { deciders, takeNewRequests } from './withdrawal-digests.repository.ts';

/** As the digest of finance: in the afternoon, and not in the night. */
const FIRST_HOUR = 17;
const LAST_HOUR = 20;

/**
 * Tells each active account that decides about families that ask to leave, at most once a day from 17.00 in Jakarta, how many have
 * asked since the digest before; nothing where none has. Returns how many messages it requested.
 */
export async function sendDigest(context: Context): Promise<number> {
  const at = context.now();
  const hour = Number(inJakarta(at).slice(11, 13));
  if (hour < FIRST_HOUR || hour >= LAST_HOUR) return 0;
  const day = jakartaDay(at);
  return context.database.transaction(async (trx) => {
    const count = await takeNewRequests(trx, day, at);
    const accounts = count === 0 ? [] : await deciders(trx);
    const link = new URL('/admin/withdrawals?status=requested&year=semua', context.config.PUBLIC_ORIGIN).href;
    for (const account of accounts) {
      await sendMessage(context, trx, account, {
        kind: 'withdrawal_requested',
        dedupeKey: `withdrawal_requested:${day}:${account.id}`,
        params: { count: String(count), link },
      });
    }
    return accounts.length;
  });
}
