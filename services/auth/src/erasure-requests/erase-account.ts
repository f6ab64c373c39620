import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { ERASED_NAME, reportErasure } from '@gerbang/service-kit/data/erasure';
import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import type { Handlers } from '@gerbang/service-kit/events/consumers';
import { publishAccount } from '../account-record/account-events.ts';
import type { Context } from '../context.ts';
import { inviteOnce } from '../counter/invite-family.ts';
import { forgetWaysIn } from '../account-record/closed-account.repository.ts';
import { changeAccount, lockEvenClosed } from '../account-record/users.repository.ts';
import { deletePersonalRows } from './erased-account.repository.ts';

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

/**
 * Closes the account of a family whose data are erased. Sessions end, and the other services learn that name and number are
 * gone.
 */
async function eraseAccount(context: Context, trx: Db, erased: EventPayload<'data.erased'>): Promise<void> {
  const { user_id: id } = erased;
  const present = id === null ? undefined : await lockEvenClosed(trx, id);
  // Without a case, and apart from an archived year, the account ends because its number was never proved; a proof that came meanwhile keeps it.
  const isUnproved = erased.request_id === null && erased.archived === undefined;
  const isKept = isUnproved && present !== undefined && present.phone_verified_at !== null;
  if (present && !isKept) await closeErased(context, trx, present.id);
  await reportErasure(context.outbox, trx, erased, 'auth');
}

/** The handlers of auth's events. */
export function eventHandlers(context: Context): Handlers {
  return {
    'data.erased': (trx, erased) => eraseAccount(context, trx, erased),
    'school.changed': saveSchool,
    'counter.child.entered': (trx, entered) => inviteOnce(context, trx, entered.userId),
  };
}
