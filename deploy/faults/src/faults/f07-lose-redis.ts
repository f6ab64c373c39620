import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { startLoad } from '../load.ts';

/** Reliability F7: every due message goes out within a minute of the return. */
const SETTLED_MS = 60_000;

/** Kills Redis under load, then again and deletes its folder; everybody logs in again and nothing else is lost. */
export const loseRedis: Fault = {
  id: 'F7',
  title: 'Redis killed, then its folder deleted',
  seeded: true,
  skipped: (queue) => (queue === 'redis' ? null : 'the queue lies on Postgres: F6 is its fault'),
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const { redis } = world;
    if (!redis) throw new Error('No Redis');
    const load = await startLoad({ ...world, seed });
    const away: number[] = [];
    let kept = 0;
    try {
      for (const wipe of [false, true]) {
        await sleep(random.between(1500, 3000));
        await redis.kill({ wipe });
        const ms = random.between(500, 3000);
        await sleep(ms);
        await redis.start();
        away.push(ms);
        await sleep(1500);
        if (!wipe) kept = load.sessionsLost();
      }
    } finally {
      await load.stop();
    }
    const verdict = await judge(world, load, { sessionsMayGo: true });
    const settled = Number(verdict.figures['settled after, ms']);
    const wrong = [...verdict.wrong];
    if (kept > 0) wrong.push(`${kept} calls lost their session though its file was kept`);
    const late = [...(verdict.late ?? [])];
    if (!(settled < SETTLED_MS)) late.push(`messages took ${settled} ms after the return`);
    if (load.sessionsLost() === 0) wrong.push('nobody had to log in again: Redis was not emptied');
    return {
      did: `away for ${away.join(' and ')} ms, the second time emptied`,
      wrong,
      late,
      figures: verdict.figures,
    };
  },
};
