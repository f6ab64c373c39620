import type { Db } from '@gerbang/service-kit/data/database';

/** Deletes the codes, links, counters, former numbers and stored responses of an erased account. */
export async function deletePersonalRows(trx: Db, userId: string): Promise<void> {
  const tables = [
    'phone_codes',
    'email_tokens',
    'former_phones',
    'password_reset_codes',
    'idempotency_keys',
    'counter_accounts',
  ];
  for (const table of tables) await trx(table).where({ user_id: userId }).delete();
  await trx('password_reset_guards')
    .whereIn('account_key', [userId, `${userId}:devices`])
    .delete();
}
