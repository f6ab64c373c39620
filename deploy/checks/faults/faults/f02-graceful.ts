import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { SERVED } from '../programs.ts';
import { underLoad } from '../under-load.ts';

/** SIGTERM to every program in turn under load: each ends by itself in time, and no message goes twice. */
export const gracefulStop: Fault = {
  id: 'F2',
  title: 'SIGTERM of each program under load',
  seeded: false,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const said = world.lines.length;
    return underLoad(world, { seed }, async () => {
      const times: number[] = [];
      for (const { name } of random.shuffled(SERVED)) {
        await sleep(random.between(300, 1200));
        const began = performance.now();
        await world.stack.stopProgram(name);
        times.push(Math.round(performance.now() - began));
        await world.stack.restart(name);
        await waitForHealth(world, 60_000);
      }
      return {
        did: `${times.length} stops`,
        wrong: world.lines.slice(said).filter((line) => line.includes('did not end within')),
        figures: { 'longest stop, ms': Math.max(...times) },
      };
    });
  },
};
