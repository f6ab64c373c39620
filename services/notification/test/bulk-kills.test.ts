import { expectKillsSurvived, KILLS_MS } from './worker-kills.ts';
import { openWorkerProgram } from './worker-program.ts';

/** Other test files use other databases of the same Redis. */
const QUEUES: [name: string, redisUrl: string | undefined][] = [['PostgreSQL', undefined]];
if (process.env.TEST_REDIS_URL) QUEUES.push(['Redis', new URL('/11', process.env.TEST_REDIS_URL).href]);

const WAYS = ['askTogether', 'askGathered'] as const;

test.each(QUEUES.flatMap(([name, url]) => WAYS.map((way) => [name, way, url] as const)))(
  'when the worker is killed in the middle of waves and the queue is %s (%s), then every message arrives, and a second send is known and rare',
  async (_name, way, redisUrl) => {
    const world = await openWorkerProgram(redisUrl);
    try {
      const ask = (requests: Parameters<typeof world.ask>[0]) => world[way](requests);
      await expectKillsSurvived({ ...world, ask }, { bulk: 120, codes: 10, kills: 3 });
    } finally {
      await world.close();
    }
  },
  KILLS_MS,
);
