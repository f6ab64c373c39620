import { rolesWith } from '@gerbang/domain/abilities';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';

/**
 * Takes the requests that wait and were in no digest yet, unless this day (`YYYY-MM-DD`) had one. Returns their number: 0 for all
 * but one of several processes.
 */
export async function takeNewRequests(trx: Db, day: string, at: Date): Promise<number> {
  return trx('withdrawals')
    .where({ status: 'requested', digested_at: null })
    .whereNotExists(
      trx('withdrawals as told').whereRaw(`(told.digested_at at time zone 'Asia/Jakarta')::date = ?`, [day]),
    )
    .update({ digested_at: at });
}

/** The active accounts of those who decide. */
export async function deciders(db: Db): Promise<AccountCopy[]> {
  return db('accounts')
    .select<AccountCopy[]>('id', 'name', 'role', 'phone', 'active', 'version')
    .where({ active: true })
    .whereIn('role', rolesWith('withdrawals.decide'))
    .orderBy('id');
}
