import { inJakarta, jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Context } from '../context.ts';
import { countDifferences } from '../pay-settlements/pay-settlements.repository.ts';
import { countOpen, financeAccounts, takeDigest } from './finance-digest.repository.ts';

/** Finance is told in the afternoon what is still open; a digest that could not leave by then is left out. */
const FIRST_HOUR = 17;
const LAST_HOUR = 20;

/**
 * Tells each active finance account, once a day from 17.00 in Jakarta, how many lines of the bank are undecided and how
 * much money stands unapplied; nothing where none is. What the provider handed over and does not add up counts as lines that
 * are not known. Returns how many messages it requested.
 */
export async function sendDigest({ config, database, outbox, gateway, now }: Context): Promise<number> {
  const at = now();
  const hour = Number(inJakarta(at).slice(11, 13));
  if (hour < FIRST_HOUR || hour >= LAST_HOUR) return 0;
  const day = jakartaDay(at);
  return database.transaction(async (trx) => {
    if (!(await takeDigest(trx, day, at))) return 0;
    const { lines, receipts } = await countOpen(trx);
    const differences = gateway ? await countDifferences(trx, day) : 0;
    if (lines + receipts + differences === 0) return 0;
    const page = lines + receipts > 0 ? '/admin/bank' : '/admin/payments-online?bagian=settlements';
    const accounts = await financeAccounts(trx);
    for (const account of accounts) {
      await outbox.publish(trx, 'message.requested', {
        kind: 'finance_digest',
        dedupeKey: `finance_digest:${day}:${account.id}`,
        params: {
          lines: String(lines + differences),
          receipts: String(receipts),
          link: new URL(page, config.PUBLIC_ORIGIN).href,
        },
        to: account.phone,
        accountId: account.id,
        priority: 'bulk',
        expiresAt: new Date(`${day}T${LAST_HOUR}:00:00+07:00`).toISOString(),
      });
    }
    return accounts.length;
  });
}
