import { setTimeout as sleep } from 'node:timers/promises';
import { backends, postmaster } from '../cluster.ts';
import type { Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { underLoad } from '../under-load.ts';

/** Reliability F6: pools reconnect. */
const BACK_MS = 10_000;
const KINDS = ['postmaster', 'backend', 'backend'];

/** Kills the postmaster, and a single backend, under load; the supervisor starts the cluster again. */
export const killPostgres: Fault = {
  id: 'F6',
  title: 'kill -9 of the postmaster and of one backend',
  seeded: true,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: KINDS.length }, async () => {
      const back: number[] = [];
      const kinds = random.shuffled(KINDS);
      for (const kind of kinds) {
        await sleep(random.between(1500, 3500));
        const pid = kind === 'postmaster' ? postmaster(world) : random.pick(await backends(world));
        process.kill(pid, 'SIGKILL');
        await sleep(100);
        back.push(100 + (await waitForHealth(world)));
      }
      await sleep(1000);
      return {
        did: `kills: ${kinds.join(', ')}`,
        late: back.filter((ms) => ms > BACK_MS).map((ms) => `well again after ${ms} ms only`),
        figures: { 'well again at most, ms': Math.max(...back) },
      };
    });
  },
};
