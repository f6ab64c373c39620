import type { AuthExport } from '@gerbang/contracts/data-export.types';
import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Handlers } from '@gerbang/service-kit/events/consumers';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import { ERASED_NAME, reportErasure } from '@gerbang/service-kit/data/erasure';
import type { Db } from '@gerbang/service-kit/data/database';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import { publishAccount } from '../accounts/account-events.ts';
import type { Context } from '../context.ts';
import { forgetLoginPhone, loginPhoneOf } from '../login-phones/login-phones.repository.ts';
import { ACCOUNT_COLUMNS, type Account, changeAccount, toUser } from '../users/users.repository.ts';

/** What auth holds about the caller, and who of the staff changed it. */
export async function exportAccount(
  { database }: Pick<Context, 'database'>,
  userId: string,
): Promise<AuthExport> {
  const db = database.knex;
  const row = await db('users')
    .where({ id: userId })
    .whereNull('deleted_at')
    .first<(Account & { updated_at: Date }) | undefined>([...ACCOUNT_COLUMNS, 'updated_at']);
  if (!row) throw unauthorized();
  return {
    account: {
      ...toUser(row),
      updated_at: new Date(row.updated_at).toISOString(),
      profile_login_phone: (await loginPhoneOf(db, userId))?.phone ?? null,
    },
    trail: await processingTrail(db, userId, [userId]),
  };
}

/**
 * Closes the account of a family whose data are erased and takes everything personal out of its row; the row itself stays,
 * so that history has something to point at. Its sessions end, and the others hear that it has no name and number any more.
 */
async function eraseAccount(context: Context, trx: Db, erased: EventPayload<'data.erased'>): Promise<void> {
  const { user_id: id } = erased;
  const present =
    id === null
      ? undefined
      : await trx('users')
          .select(ACCOUNT_COLUMNS)
          .where({ id })
          .forNoKeyUpdate()
          .first<Account | undefined>();
  if (present) {
    const account = await changeAccount(trx, present.id, {
      name: ERASED_NAME,
      email: `${present.id}@dihapus.invalid`,
      contact_phone: null,
      password_hash: '$argon2id$dihapus',
      deleted: true,
      endSessions: true,
    });
    await forgetLoginPhone(trx, present.id);
    await trx('password_reset_codes').where({ user_id: present.id }).delete();
    await trx('password_reset_guards').where({ account_key: present.id }).delete();
    await trx('idempotency_keys').where({ user_id: present.id }).delete();
    await audit(trx, { action: 'account.erased', actor: null, subject: present.id });
    await publishAccount(context.outbox, trx, account);
    await context.outbox.publish(trx, 'sessions.revoked', {
      userId: account.id,
      epoch: account.session_epoch,
    });
  }
  await reportErasure(context.outbox, trx, erased, 'auth');
}

/** What auth does with the events of its queue. */
export function eventHandlers(context: Context): Handlers {
  return { 'data.erased': (trx, erased) => eraseAccount(context, trx, erased) };
}
