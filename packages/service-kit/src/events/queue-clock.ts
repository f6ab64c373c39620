import type { Queue } from 'bullmq';
import pg from 'pg';

const CLOCK_CHECK_MS = 5000;
/** Interval without a detected change, because the clock may have been set while the process was down. */
const RELEASE_MS = 5 * 60_000;
/** Clocks of healthy machines differ by less; a wait that is longer by this much does not matter. */
const SLACK_MS = 30_000;
const PAGE = 500;

interface Guarded {
  readonly queue: () => Promise<Queue>;
  /** Set if the queue is on PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly lockMs: number;
  readonly complain: (error: Error) => void;
}

/** Promotes jobs whose delay was set by a clock in the future; the handler checks whether a job is really due. */
async function releaseDelayed(queue: Queue): Promise<void> {
  const stuck: { promote(): Promise<void> }[] = [];
  for (let from = 0; ; from += PAGE) {
    const jobs = await queue.getJobs(['delayed'], from, from + PAGE - 1, true);
    for (const job of jobs) {
      if (job && (job.processedOn ?? job.timestamp) > Date.now() + SLACK_MS) stuck.push(job);
    }
    if (jobs.length < PAGE) break;
  }
  // Another process may have promoted them.
  await Promise.allSettled(stuck.map((job) => job.promote()));
}

/** Shortens locks from the future; a living worker renews its own. */
async function releaseLocks(databaseUrl: string, lockMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    statement_timeout: 3000,
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const now = Date.now();
    await client.query(
      `update bullmq.meta set value = '0' where field = 'stalled-check' and value::bigint > $1`,
      [now + SLACK_MS],
    );
    await client.query(
      `update bullmq.job set locked_until_ms = $1 where state = 'active' and locked_until_ms > $2`,
      [now + lockMs, now + lockMs + SLACK_MS],
    );
  } finally {
    await client.end();
  }
}

/**
 * Releases jobs that wait because a clock was set back. BullMQ stores times of the writing process' clock, so a delay of
 * a minute would last as long as the clock was set back; on PostgreSQL also job locks and the time of the last stalled
 * check, so that no worker would take over from a killed one. Runs at the start, when the clock goes back, and every five
 * minutes; returns a function that stops it.
 */
export function guardAgainstClockChanges(guarded: Guarded): () => Promise<void> {
  const { databaseUrl, lockMs } = guarded;
  let running = Promise.resolve();
  let stopped = false;
  async function releaseAll(): Promise<void> {
    if (stopped) return;
    await releaseDelayed(await guarded.queue());
    if (databaseUrl) await releaseLocks(databaseUrl, lockMs);
  }
  const release = () => {
    running = running.then(releaseAll).catch(guarded.complain);
  };
  release();
  // The difference to the monotonic clock changes only when the machine's clock is set.
  const offset = () => Date.now() - performance.now();
  let known = offset();
  const checkClock = () => {
    const current = offset();
    if (current < known - SLACK_MS) release();
    known = current;
  };
  const timers = [setInterval(checkClock, CLOCK_CHECK_MS).unref(), setInterval(release, RELEASE_MS).unref()];
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await running;
  };
}
