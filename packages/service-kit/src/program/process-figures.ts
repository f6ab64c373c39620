import type { QueueName } from '@gerbang/contracts/event-queues';
import type { Bus } from '../events/bus.ts';
import type { Database } from '../data/database.ts';
import type { Metrics } from './metrics.ts';

/** Connections of the pool: one that waits long is a statement that is slow or a pool that is too small. */
export function watchPool(metrics: Metrics, database: Database): void {
  metrics.figures('database_connections', 'Connections of the pool by state', ['state'], () =>
    Object.entries(database.pool()).map(([state, value]) => ({ labels: { state }, value })),
  );
}

/** Jobs of the queues that this process works, by state; the figures are those of the queue's store. */
export function watchQueues(metrics: Metrics, bus: Bus, queues: readonly QueueName[]): void {
  metrics.figures('queue_jobs', 'Jobs by queue and state', ['queue', 'state'], async () => {
    // A queue that does not answer hides no other.
    const read = await Promise.allSettled(
      queues.map(async (queue) => ({ queue, counts: await bus.counts(queue) })),
    );
    return read.flatMap((one) =>
      one.status === 'rejected'
        ? []
        : Object.entries(one.value.counts).map(([state, value]) => ({
            labels: { queue: one.value.queue, state },
            value,
          })),
    );
  });
}

/** The pace of bulk work in this process, as a share of the full speed, under the cause that slows it down. */
export function watchPace(metrics: Metrics, bus: Bus): void {
  metrics.figures('bulk_pace', 'Share of its full speed that bulk work has', ['cause'], () => {
    const { share, cause } = bus.pace();
    return [{ labels: { cause: cause || 'none' }, value: share }];
  });
}

/** The version of the school's settings that this process holds; −1 before the first. */
export function watchSchool(
  metrics: Metrics,
  school: { readonly held: { readonly version: number } | null },
): void {
  metrics.gauge(
    'school_version',
    'Version of the school’s settings that this process holds',
    () => school.held?.version ?? -1,
  );
}

export type RecordCheck = (check: 'audit' | 'books' | 'dashboards' | 'seats', findings: number) => void;

/**
 * What the daily checks of trail and books found, and how long ago they last ended; before the first one, how long the
 * process runs. Returns how to report the outcome of one.
 */
export function watchChecks(
  metrics: Metrics,
  checks: readonly ('audit' | 'books' | 'dashboards' | 'seats')[],
): RecordCheck {
  // A monotonic clock: an age is never negative.
  const began = performance.now();
  const last = new Map<string, { at: number; findings: number }>();
  metrics.figures('check_age_seconds', 'Time since a check last ended', ['check'], () =>
    checks.map((check) => ({
      labels: { check },
      value: (performance.now() - (last.get(check)?.at ?? began)) / 1000,
    })),
  );
  metrics.figures('check_findings', 'What a check last found wrong', ['check'], () =>
    checks.flatMap((check) => {
      const found = last.get(check);
      return found ? [{ labels: { check }, value: found.findings }] : [];
    }),
  );
  return (check, findings) => last.set(check, { at: performance.now(), findings });
}
