import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import type { ErasureRecord } from './erasure-requests.repository.ts';

const WHEN = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  dateStyle: 'long',
  timeStyle: 'short',
});
const linkOf = (context: Context) => new URL('/privacy', context.config.PUBLIC_ORIGIN).href;

/** Notifies the family that its request has arrived, and by when it is decided. */
export async function notifyReceived(
  context: Context,
  trx: Db,
  caller: Caller,
  { id, user_id, due_at }: ErasureRecord,
): Promise<void> {
  await publishAccountMessage(context, trx, user_id, {
    kind: 'erasure_received',
    dedupeKey: `erasure:${id}:received`,
    params: { due: `${WHEN.format(new Date(due_at))} WIB`, link: linkOf(context) },
    requestId: caller.origin.requestId,
  });
}

/** Notifies the family that its data is erased; to be called before its phone number is gone. */
export async function notifyApproved(
  context: Context,
  trx: Db,
  caller: Caller,
  { id, user_id }: ErasureRecord,
): Promise<void> {
  const account = await accountOf(trx, user_id);
  await publishAccountMessage(context, trx, user_id, {
    kind: 'erasure_approved',
    dedupeKey: `erasure:${id}:approved`,
    params: account?.name ? { name: account.name } : {},
    requestId: caller.origin.requestId,
  });
}

/** Notifies the family that its request is refused, and why. */
export async function notifyRefused(
  context: Context,
  trx: Db,
  caller: Caller,
  { id, user_id }: ErasureRecord,
  reason: string,
): Promise<void> {
  await publishAccountMessage(context, trx, user_id, {
    kind: 'erasure_refused',
    dedupeKey: `erasure:${id}:refused`,
    params: { reason, link: linkOf(context) },
    requestId: caller.origin.requestId,
  });
}
