import type { Queue } from 'bullmq';
import pg from 'pg';

const LOOK_MS = 5000;
/** Also without having seen it: the clock may have been set while nobody looked. */
const AGAIN_MS = 5 * 60_000;
/** Clocks of machines in order differ by less, and a wait that is longer by so much is no matter. */
const SLACK_MS = 30_000;
const PAGE = 500;

interface Guarded {
  readonly queue: () => Promise<Queue>;
  /** Where the queue lies on PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly lockMs: number;
  readonly complain: (error: Error) => void;
}

/** What was delayed by a time that has not come yet is due now; its handler judges for itself whether it really is. */
async function freeDelayed(queue: Queue): Promise<void> {
  const stuck: { promote(): Promise<void> }[] = [];
  for (let from = 0; ; from += PAGE) {
    const jobs = await queue.getJobs(['delayed'], from, from + PAGE - 1, true);
    for (const job of jobs) {
      if (job && (job.processedOn ?? job.timestamp) > Date.now() + SLACK_MS) stuck.push(job);
    }
    if (jobs.length < PAGE) break;
  }
  // Another process may have been faster.
  await Promise.allSettled(stuck.map((job) => job.promote()));
}

/** A living worker renews its locks; the others' end as if they had been written now. */
async function freeLocks(databaseUrl: string, lockMs: number): Promise<void> {
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
 * BullMQ keeps times by the clock of the process that wrote them: what was to wait for a minute would wait for as long as that
 * clock was set back (reliability, F17). On PostgreSQL the locks of jobs, and when dead workers' jobs were looked for last,
 * are such times too: nobody would take over from a killed worker until then. On Redis those end by its own clock. Frees what
 * waits so when it begins, when the machine's clock is seen to go back, and every five minutes; answers how to stop.
 */
export function guardAgainstClockChanges(guarded: Guarded): () => Promise<void> {
  const { databaseUrl, lockMs } = guarded;
  let running = Promise.resolve();
  let stopped = false;
  async function free(): Promise<void> {
    if (stopped) return;
    await freeDelayed(await guarded.queue());
    if (databaseUrl) await freeLocks(databaseUrl, lockMs);
  }
  const turn = () => {
    running = running.then(free).catch(guarded.complain);
  };
  turn();
  // Against a clock that nobody sets.
  const ahead = () => Date.now() - performance.now();
  let known = ahead();
  const look = () => {
    const present = ahead();
    if (present < known - SLACK_MS) turn();
    known = present;
  };
  const timers = [setInterval(look, LOOK_MS).unref(), setInterval(turn, AGAIN_MS).unref()];
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await running;
  };
}
