import type { Db } from '@gerbang/service-kit/data/database';
import { forgetFactors } from './factors.repository.ts';

/** Deletes what a closed account has no use for: its second number, its factors, its views and the requests about its number. */
export async function forgetWaysIn(trx: Db, userId: string): Promise<void> {
  await trx('login_phones').where({ user_id: userId }).delete();
  await forgetFactors(trx, userId);
  await trx('list_views').where({ user_id: userId }).delete();
  await trx('number_requests').where({ user_id: userId }).delete();
}
