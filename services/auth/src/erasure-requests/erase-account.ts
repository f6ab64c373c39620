import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { ERASED_NAME, reportErasure } from '@gerbang/service-kit/data/erasure';
import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import type { Handlers } from '@gerbang/service-kit/events/consumers';
import { publishAccount } from '../account-record/account-events.ts';
import { forgetFormerPhones } from '../account-record/former-phones.repository.ts';
import type { Context } from '../context.ts';
import { forgetEmailTokens } from '../emails/email-tokens.repository.ts';
import { forgetFactors } from '../account-record/factors.repository.ts';
import { forgetLoginPhone } from '../account-record/login-phones.repository.ts';
import { forgetNumberRequests } from '../number-requests/number-requests.repository.ts';
import { forgetPhoneCodes } from '../phones/phone-codes.repository.ts';
import { forgetResets } from '../password-resets/password-resets.repository.ts';
import { changeAccount, forgetIdempotencyKeys, lockEvenClosed } from '../account-record/users.repository.ts';

/**
 * Closes the account of a family whose data are erased and removes everything personal from its row; the row stays,
 * because the history refers to it. Sessions end, and the other services learn that name and number are gone.
 */
async function eraseAccount(context: Context, trx: Db, erased: EventPayload<'data.erased'>): Promise<void> {
  const { user_id: id } = erased;
  const present = id === null ? undefined : await lockEvenClosed(trx, id);
  // Without a case the account ends because its number was never proved; a proof that came meanwhile keeps it.
  const isKept = erased.request_id === null && present !== undefined && present.phone_verified_at !== null;
  if (present && !isKept) {
    const account = await changeAccount(trx, present.id, {
      name: ERASED_NAME,
      email: `${present.id}@dihapus.invalid`,
      contact_phone: null,
      pending_phone: null,
      pending_email: null,
      password_hash: '$argon2id$dihapus',
      deleted: true,
      endSessions: true,
    });
    await forgetLoginPhone(trx, present.id);
    await forgetPhoneCodes(trx, present.id);
    await forgetEmailTokens(trx, present.id);
    await forgetFormerPhones(trx, present.id);
    await forgetResets(trx, present.id);
    await forgetFactors(trx, present.id);
    await forgetNumberRequests(trx, present.id);
    await forgetIdempotencyKeys(trx, present.id);
    await audit(trx, { action: 'account.erased', actor: null, subject: present.id });
    await publishAccount(context.outbox, trx, account);
    await context.outbox.publish(trx, 'sessions.revoked', {
      userId: account.id,
      epoch: account.session_epoch,
    });
  }
  await reportErasure(context.outbox, trx, erased, 'auth');
}

/** The handlers of auth's events. */
export function eventHandlers(context: Context): Handlers {
  return {
    'data.erased': (trx, erased) => eraseAccount(context, trx, erased),
    'school.changed': saveSchool,
  };
}
