import type { Db } from '@gerbang/service-kit/data/database';
import { forgetFactors } from './factors.repository.ts';

/** Deletes what a closed account has no use for: its second number, its factors and the requests about its number. */
export async function forgetWaysIn(trx: Db, userId: string): Promise<void> {
  await trx('login_phones').where({ user_id: userId }).delete();
  await forgetFactors(trx, userId);
  await trx('number_requests').where({ user_id: userId }).delete();
}
