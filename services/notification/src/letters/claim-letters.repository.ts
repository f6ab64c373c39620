import type { Database } from '@gerbang/service-kit/data/database';
import { dueBy, LEASE_SECONDS, leaseWhere, type Taken } from '../delivery/claims.repository.ts';
import { PAUSED } from '../delivery/send-limits.repository.ts';

/** A letter that a worker has leased; `email` is its account's address, null where it has none that takes letters. */
export interface TakenLetter extends Taken {
  readonly email: string | null;
}

const CLAIM = leaseWhere(
  `${dueBy('email')} and not ${PAUSED} order by priority <> 'code', next_attempt_at, id limit $1 for update skip locked`,
  ', (select email from accounts where accounts.id = n.recipient_id and active) as email',
);

/** Leases so many letters that are due, codes first. */
export async function claimLetters(database: Database, count: number, owner: string): Promise<TakenLetter[]> {
  return database.prepared<TakenLetter>('notification_claim_letters', CLAIM, [count, owner, LEASE_SECONDS]);
}
