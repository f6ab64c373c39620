import { KILLS_MS, expectKillsSurvived } from './worker-kills.ts';
import { openWorkerProgram } from './worker-program.ts';

test(
  'F1 F2 when the worker is killed while it sends and the queue is Redis, then every message arrives, and a second send is known and rare',
  async () => {
    // A database of its own: other test files use the same Redis at the same time.
    const world = await openWorkerProgram(new URL('/8', process.env.TEST_REDIS_URL).href);
    await expectKillsSurvived(world, { bulk: 80, codes: 15, kills: 3 });
    await world.close();
  },
  KILLS_MS,
);
