import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { underLoad } from '../under-load.ts';

const SLOW_MS = 10_000;
/** Reliability F9: recovery. */
const BACK_MS = 10_000;

/** The line to Postgres is 500 ms late, then 5 s. */
export const slowPostgres: Fault = {
  id: 'F9',
  title: 'Postgres behind a slow line: 500 ms, then 5 s',
  seeded: false,
  async run({ own, seed }) {
    const world = await own({ ownCluster: {} });
    const { databaseLine } = world;
    if (!databaseLine) throw new Error('No line to the database');
    return underLoad(world, { seed, twiceAtMost: 2 }, async () => {
      const back: number[] = [];
      for (const delayMs of [500, 5000]) {
        await sleep(2000);
        databaseLine.set({ is: 'slow', delayMs });
        await sleep(SLOW_MS);
        databaseLine.set({ is: 'well' });
        back.push(await waitForHealth(world, 60_000));
      }
      return {
        did: `500 ms and 5 s late, ${SLOW_MS / 1000} s each`,
        late: back.filter((ms) => ms > BACK_MS).map((ms) => `well again after ${ms} ms only`),
        figures: { 'well again, ms': back.join(' and ') },
      };
    });
  },
};
