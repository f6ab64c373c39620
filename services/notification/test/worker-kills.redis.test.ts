import { expectKillsSurvived, KILLS_MS, SHORT } from './worker-kills.ts';
import { openWorkerProgram } from './worker-program.ts';

test(
  'when the worker is killed while it sends and the queue is Redis, then every message arrives, and a second send is known and rare',
  async () => {
    // Other test files use other databases of the same Redis.
    const world = await openWorkerProgram({ redisUrl: new URL('/8', process.env.TEST_REDIS_URL).href });
    await expectKillsSurvived(world, SHORT);
    await world.close();
  },
  KILLS_MS,
);
