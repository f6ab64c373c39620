import type { Db } from '@gerbang/service-kit/data/database';
import { forgetFactors } from './factors.repository.ts';

/** Deletes what a closed account has no use for: its second number, its factors, its views and the requests about its number. */
export async function forgetWaysIn(trx: Db, userId: string): Promise<void> {
  await trx('login_phones').where({ user_id: userId }).delete();
  await forgetFactors(trx, userId);
  await trx('list_views').where({ user_id: userId }).delete();
  await trx('number_requests').where({ user_id: userId }).delete();
}

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
