import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { startLoad } from '../load.ts';
import { killAndWatch, SERVED } from '../programs.ts';

const ROUNDS = 2;
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
    const load = await startLoad({ ...world, seed });
    const back: number[] = [];
    let longest = 0;
    const wrong: string[] = [];
    const late: string[] = [];
    try {
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
    } finally {
      await load.stop();
    }
    if (longest > DOWN_MS) late.push(`a call of a part that is down waited ${longest} ms`);
    const verdict = await judge(world, load, { twiceAtMost: ROUNDS });
    return {
      did: `${back.length} kills of ${SERVED.length} programs`,
      wrong: [...wrong, ...verdict.wrong],
      late: [...late, ...(verdict.late ?? [])],
      figures: {
        kills: back.length,
        'back at most, ms': Math.max(...back),
        'longest wait for a part that is down, ms': longest,
        ...verdict.figures,
      },
    };
  },
};
