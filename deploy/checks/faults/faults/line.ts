import { setTimeout as sleep } from 'node:timers/promises';
import { killBeforeCrowd } from '../crowd.ts';
import type { Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';

const AWAY_MS = 1000;

/** Gateway, auth and Redis are killed in turn while people wait for their login. */
export const killedLine: Fault = {
  id: 'F20',
  title: 'kill -9 of gateway, auth and Redis before a line of logins',
  seeded: false,
  async run({ world: shared }) {
    const world = await shared();
    const { stack, redis } = world;
    const kills = (['gateway', 'auth'] as const).map((name) => ({
      name: name as string,
      kill: async () => {
        stack.kill(name, 'SIGKILL');
        await waitForHealth(world);
      },
      ofStore: false,
    }));
    if (redis) {
      const kill = () =>
        redis
          .kill()
          .then(() => sleep(AWAY_MS))
          .then(() => redis.start());
      kills.push({ name: 'redis', kill, ofStore: true });
    }
    const wrong: string[] = [];
    const figures: Record<string, string | number> = {};
    for (const { name, kill, ofStore } of kills) {
      const result = await killBeforeCrowd(world, stack.url, kill, { ofStore });
      wrong.push(...result.wrong.map((line) => `${name}: ${line}`));
      for (const [what, value] of Object.entries(result.figures)) figures[`${name}, ${what}`] = value;
    }
    return { did: `kills of ${kills.map(({ name }) => name).join(', ')}`, wrong, figures };
  },
};
