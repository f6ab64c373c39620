import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { killAndWatch, SERVED } from '../programs.ts';
import { underLoad } from '../under-load.ts';

const ROUNDS = 1;
/** Reliability G21: the first good answer; and F4: how long somebody waits for a part that is down. */
const BACK_MS = 10_000;
const DOWN_MS = 2000;

/** Kills every program in turn under load, at random moments. */
export const killServices: Fault = {
  id: 'F4',
  title: 'kill -9 of each program under load',
  seeded: true,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: ROUNDS }, async () => {
      const back: number[] = [];
      const late: string[] = [];
      const wrong: string[] = [];
      let longest = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { name } of random.shuffled(SERVED)) {
          await sleep(random.between(200, 1500));
          const seen = await killAndWatch(world, name);
          back.push(seen.back);
          if (name !== 'gateway') longest = Math.max(longest, seen.longest);
          wrong.push(...seen.wrong);
          if (seen.back > BACK_MS) late.push(`${name} was back after ${seen.back} ms`);
        }
      }
      if (longest > DOWN_MS) late.push(`a call of a part that is down waited ${longest} ms`);
      return {
        did: `${back.length} kills of ${SERVED.length} programs`,
        wrong,
        late,
        figures: {
          'back at most, ms': Math.max(...back),
          'back at the median, ms': back.toSorted((a, b) => a - b)[Math.floor(back.length / 2)] ?? 0,
          'longest wait for a part that is down, ms': longest,
        },
      };
    });
  },
};
