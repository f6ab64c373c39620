import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { ERASED_NAME } from '@gerbang/service-kit/data/erasure';
import type { Context } from '../context.ts';
import { publishAccount } from './account-events.ts';
import { deletePersonalRows, forgetWaysIn } from './closed-account.repository.ts';
import { changeAccount } from './users.repository.ts';

/** Closes an account that is there and removes everything personal from its row, which stays: the history refers to it. */
export async function closeErased(context: Context, trx: Db, id: string): Promise<void> {
  const account = await changeAccount(trx, id, {
    name: ERASED_NAME,
    email: `${id}@dihapus.invalid`,
    contact_phone: null,
    pending_phone: null,
    pending_email: null,
    password_hash: '$argon2id$dihapus',
    deleted: true,
    endSessions: true,
  });
  await forgetWaysIn(trx, id);
  await deletePersonalRows(trx, id);
  await audit(trx, { action: 'account.erased', actor: null, subject: id });
  await publishAccount(context.outbox, trx, account);
  await context.outbox.publish(trx, 'sessions.revoked', { userId: account.id, epoch: account.session_epoch });
}
