import { setTimeout as sleep } from 'node:timers/promises';
import { backends, postmaster } from '../cluster.ts';
import type { Fault } from '../fault.ts';
import { judge, waitForHealth } from '../judge.ts';
import { startLoad } from '../load.ts';

/** Reliability F6: pools reconnect. */
const BACK_MS = 10_000;

/** Kills the postmaster, and a single backend, under load; the supervisor starts the cluster again. */
export const killPostgres: Fault = {
  id: 'F6',
  title: 'kill -9 of the postmaster and of one backend',
  seeded: true,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const load = await startLoad({ ...world, seed });
    const back: number[] = [];
    const kinds: string[] = [];
    try {
      for (const kind of random.shuffled(['postmaster', 'backend', 'backend'])) {
        await sleep(random.between(1500, 3500));
        const pid = kind === 'postmaster' ? postmaster(world) : random.pick(await backends(world));
        process.kill(pid, 'SIGKILL');
        kinds.push(kind);
        await sleep(100);
        back.push(100 + (await waitForHealth(world)));
      }
      await sleep(1000);
    } finally {
      await load.stop();
    }
    const verdict = await judge(world, load, { twiceAtMost: kinds.length });
    const late = back.filter((ms) => ms > BACK_MS).map((ms) => `well again after ${ms} ms only`);
    return {
      did: `kills: ${kinds.join(', ')}`,
      wrong: verdict.wrong,
      late: [...late, ...(verdict.late ?? [])],
      figures: { kills: kinds.length, 'well again at most, ms': Math.max(...back), ...verdict.figures },
    };
  },
};
