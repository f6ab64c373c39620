import { DelayedError, type Job, type Queue } from 'bullmq';
import type { Logger } from '../program/logger.ts';
import { withTimeout } from '../program/with-timeout.ts';
import type { BusJob, UnreadableEvent } from './bus-job.ts';

const REVIVE_BATCH = 100;
const REPLY_MS = 5000;
/** When an event that could not be read is looked at again: a tenth of its age, so that it waits hardly longer than the update. */
const LEFT_MS = { least: 5000, most: 5 * 60_000 };
/** No update takes so long: the event is left without a reader. */
const UNREAD_ALARM_MS = 3600_000;

/**
 * Adds jobs that BullMQ gave up again, under a new id: it ignores the old id, and a retried job keeps its stall count.
 * The event id stays, so the event still acts once. The old job is removed last, so that a kill in between duplicates
 * the job instead of losing it. Returns how many.
 */
export async function reviveFailed(
  queue: Queue<BusJob>,
  logger: Logger,
  olderThanMs: number,
): Promise<number> {
  const failed = await withTimeout(REPLY_MS, queue.getJobs(['failed'], 0, REVIVE_BATCH - 1, true));
  let revived = 0;
  for (const job of failed) {
    // A finish time in the future is from before the clock was set back.
    if (!job?.id || Math.abs(Date.now() - (job.finishedOn ?? 0)) < olderThanMs) continue;
    const jobId = `${job.data.id}-again-${Date.now().toString(36)}`;
    await withTimeout(REPLY_MS, queue.add(job.name, job.data, { jobId }));
    await withTimeout(REPLY_MS, job.remove());
    revived += 1;
    logger.error(
      { alarm: 'job was given up and is tried again', job: job.id, type: job.name },
      'queue alarm',
    );
  }
  return revived;
}

/** Leaves a job to a program that can read it. */
export async function leave(
  { job, token }: { readonly job: Job<BusJob>; readonly token: string | undefined },
  error: UnreadableEvent,
  logger: Logger,
): Promise<never> {
  const ageMs = Math.max(0, Date.now() - job.timestamp);
  const found = { err: error, job: job.id, type: job.name };
  if (ageMs > UNREAD_ALARM_MS) logger.error({ alarm: 'no program reads the event', ...found }, 'queue alarm');
  else logger.warn(found, 'event is left to a newer program');
  const waitMs = Math.min(LEFT_MS.most, Math.max(LEFT_MS.least, ageMs / 10));
  await job.moveToDelayed(Date.now() + waitMs, token);
  throw new DelayedError();
}
