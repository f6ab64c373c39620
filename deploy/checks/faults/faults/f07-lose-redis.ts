import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { underLoad } from '../under-load.ts';

/** Reliability F7: every due message goes out within a minute of the return. */
const SETTLED_MS = 60_000;

/** Kills Redis under load, then again and deletes its folder; everybody logs in again and nothing else is lost. */
export const loseRedis: Fault = {
  id: 'F7',
  title: 'Redis killed, then its folder deleted',
  seeded: true,
  skipped: (queue) => (queue === 'redis' ? null : 'sessions and queue lie on Postgres: F6 is their fault'),
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const { redis } = world;
    if (!redis) throw new Error('No Redis');
    const report = await underLoad(world, { seed, sessionsMayGo: true }, async (load) => {
      const away: number[] = [];
      const wrong: string[] = [];
      for (const wipe of [false, true]) {
        await sleep(random.between(1500, 3000));
        await redis.kill({ wipe });
        const ms = random.between(500, 3000);
        await sleep(ms);
        await redis.start();
        away.push(ms);
        await sleep(2500);
        if (!wipe && load.sessionsLost() > 0) wrong.push('sessions were lost though the file was kept');
      }
      if (load.sessionsLost() === 0) wrong.push('nobody had to log in again: Redis was not emptied');
      return { did: `away for ${away.join(' and ')} ms, the second time emptied`, wrong };
    });
    const settled = Number(report.figures['settled after, ms']);
    const late = settled < SETTLED_MS ? [] : [`messages took ${settled} ms after the return`];
    return { ...report, late: [...(report.late ?? []), ...late] };
  },
};
