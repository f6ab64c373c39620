import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { underLoad } from '../judge.ts';
import { startSecond } from '../second-set.ts';

const PAUSED_MS = 75_000;

/** A worker that sleeps longer than its lease sends nothing that the other worker has sent meanwhile. */
export const pausedWorker: Fault = {
  id: 'F3',
  title: 'a worker paused beyond its lease, with a second one',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const second = await startSecond(world);
    try {
      return await underLoad(world, { seed, twiceAtMost: 1 }, async () => {
        await sleep(2500);
        world.stack.kill('notification', 'SIGSTOP');
        await sleep(PAUSED_MS);
        world.stack.kill('notification', 'SIGCONT');
        await sleep(2000);
        return { did: `one of two workers stopped for ${PAUSED_MS / 1000} s` };
      });
    } finally {
      world.stack.kill('notification', 'SIGCONT');
      await second.stop();
    }
  },
};
