import { UnrecoverableError } from 'bullmq';
import { createBus } from '../src/events/bus.ts';
import type { BusStore } from '../src/events/bus-store.ts';
import { createLogger } from '../src/program/logger.ts';
import { until } from '../src/testing/until.ts';

const MONTH_MS = 30 * 24 * 3_600_000;
const machine = Date.now;

/**
 * A clock that was a month ahead is set right: what was to wait a moment, and what was given up, are
 * worked all the same, by a worker that lives through it or one that begins after it.
 */
export async function expectOldClockJobsRun(place: BusStore, restarted: boolean): Promise<void> {
  let wrongBy = MONTH_MS;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => machine() + wrongBy);
  const given: string[] = [];
  const done: string[] = [];
  const open = () => {
    const made = createBus(place, createLogger('test', 'silent'));
    made.worker('gateway', async ({ id }) => {
      if (id === 'given-up' && given.length === 0) {
        given.push(id);
        throw new UnrecoverableError('for good');
      }
      done.push(id);
    });
    return made;
  };
  let bus = open();
  try {
    const job = (id: string) => ({ id, type: 'x', version: 1, sealed: '' });
    await bus.add('gateway', job('given-up'));
    await until(async () => (await bus.counts('gateway')).failed === 1);
    // Longer than this test waits, however late the clock is set.
    await bus.add('gateway', job('late'), { delayMs: 3_600_000 });
    if (restarted) await bus.close();
    wrongBy = 0;
    if (restarted) bus = open();
    await until(async () => {
      await bus.reviveFailed('gateway');
      return done.length === 2;
    });
    expect(done.toSorted()).toEqual(['given-up', 'late']);
  } finally {
    clock.mockRestore();
    await bus.close();
  }
}
