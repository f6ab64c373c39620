import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { dueBy, LEASE_SECONDS, leaseWhere, type Taken } from './claims.repository.ts';
import { PAUSED, TAKEN } from './send-limits.repository.ts';

/** What is sent in waves; codes leave one by one, each at once. */
export type WavePriority = Exclude<MessageRequested['priority'], 'code'>;

/** Messages that are due and not paused, those that wait longest first. */
const dueOf = (priority: WavePriority) =>
  `priority = '${priority}' and ${dueBy('whatsapp')} and not ${PAUSED} order by next_attempt_at, id`;

const reserving = (priority: WavePriority) => `
  with found as (
    select count(*)::integer as n from (select from notifications where ${dueOf(priority)} limit $1) as one),
  due as (select n * $2::float8 * interval '1 ms' as length from found),
  taken as (${TAKEN})
  select (select n from found) as due, (select (extract(epoch from wait) * 1000)::float8 from taken) as wait,
    exists (select from notifications where priority = '${priority}' and channel = 'whatsapp' and status in ('pending', 'retry')
      and next_attempt_at < now() + interval '10 seconds') as more`;

/** Turns of a wave: how many messages it may have, and the milliseconds until it may leave. */
export interface Reserved {
  readonly due: number;
  readonly waitMs: number;
  /** Whether messages will be due soon: those that are paused, and those that another worker has, count too. */
  readonly more: boolean;
}

/** Reserves consecutive turns for the messages of a priority that are due, at most `most`. */
export async function reserveWave(
  database: Database,
  priority: WavePriority,
  most: number,
  eachMs: number,
): Promise<Reserved> {
  const [row] = await database.prepared<{ due: number; wait: number | null; more: boolean }>(
    `notification_reserve_${priority}`,
    RESERVE[priority],
    [most, eachMs],
  );
  return { due: row?.due ?? 0, waitMs: row?.wait ?? 0, more: row?.more ?? false };
}

const RESERVE = { normal: reserving('normal'), bulk: reserving('bulk') };

const claiming = (priority: WavePriority) => leaseWhere(`${dueOf(priority)} limit $1 for update skip locked`);
const CLAIM = { normal: claiming('normal'), bulk: claiming('bulk') };

/** Leases so many due messages in one statement, as `claim` does one; those that are locked are left alone. */
export async function claimWave(
  database: Database,
  priority: WavePriority,
  count: number,
  owner: string,
): Promise<Taken[]> {
  const values = [count, owner, LEASE_SECONDS];
  return database.prepared<Taken>(`notification_claim_${priority}`, CLAIM[priority], values);
}

/** Releases what a statement leased whose response never came: nothing was sent under its name. */
export async function freeWave(db: Db, owner: string): Promise<void> {
  await db.raw(
    `update notifications set lease_until = '-infinity',
       attempt_state = case when unknowns > 0 then 'unknown' else 'none' end
     where lease_owner = ? and attempt_state = 'sending' and status in ('pending', 'retry')`,
    [owner],
  );
}
