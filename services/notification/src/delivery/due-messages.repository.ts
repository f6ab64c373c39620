import type { Db } from '@gerbang/service-kit/data/database';
import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import type { SendJob } from './send-job.ts';
import { SWEEP_OUTBOXES } from '@gerbang/service-kit/events/relay.repository';

// Letters have no jobs.
const WAITS = `channel = 'whatsapp' and status in ('pending', 'retry')`;

/**
 * The next job of a message that could not be claimed, and its delay; null if nothing is left to do. A waiting message
 * gets a new attempt number, because the queue ignores the id of a finished job. A leased one is checked when the lease
 * ends: the queue returns a killed worker's job earlier, and without a further job only the sweeper would find the row.
 */
export async function nextSendJob(db: Db, id: string): Promise<{ job: SendJob; waitMs: number } | null> {
  const waiting = await db.raw(
    `update notifications set attempt = attempt + 1, renumbered_at = now()
     where id = :id and ${WAITS} and lease_until < now()
     returning attempt, priority, extract(epoch from greatest(next_attempt_at - clock_timestamp(), interval '0'))::float8 as seconds,
       null as lease`,
    { id },
  );
  const leased = await db.raw(
    `select attempt, priority, extract(epoch from lease_until - clock_timestamp())::float8 as seconds,
       floor(extract(epoch from lease_until) * 1000)::float8 as lease
     from notifications where id = :id and ${WAITS} and lease_until >= now()`,
    { id },
  );
  const [row] = [...waiting.rows, ...leased.rows];
  if (!row) return null;
  const { attempt, priority, lease, seconds } = row;
  return { job: { id, attempt, priority, ...(lease !== null && { lease }) }, waitMs: seconds * 1000 };
}

/** Due messages by priority, for the sweeper. One that is due for 5 minutes gets a new number: its job is lost. */
export async function dueRows(
  db: Db,
  limit: number,
  { codesOnly }: { codesOnly: boolean },
): Promise<SendJob[]> {
  const some = codesOnly ? `priority = 'code' and` : '';
  await db.raw(
    `update notifications set attempt = attempt + 1, renumbered_at = now()
     where ${some} ${WAITS} and lease_until < now()
       and next_attempt_at < now() - interval '5 minutes' and renumbered_at < now() - interval '5 minutes'`,
  );
  const { rows } = await db.raw(
    `select id, attempt, priority from notifications
     where ${some} ${WAITS} and lease_until < now() and next_attempt_at <= now()
     order by array_position(array['code', 'normal', 'bulk'], priority), next_attempt_at limit ?`,
    [limit],
  );
  return rows;
}

/** Deletes old idempotency keys, relayed outbox rows and event marks; message texts end by `retentionRules`. */
export async function forgetWork(db: Db): Promise<void> {
  await db.raw(`
    delete from idempotency_keys where created_at < now() - interval '1 day';
    ${SWEEP_OUTBOXES}
    delete from recipient_counts where day_started_at < now()
      - case when unproved = 0 then interval '2 days' else interval '400 days' end;
    delete from blocked_addresses where blocked_at < now() - interval '400 days';
  `);
  await deleteOldProcessedEvents(db);
}
