import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedis, redisProgram } from '@gerbang/local/redis-server';
import { killAfterActivation } from './activations.ts';
import { killBeforeCrowd } from './crowd.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { backends, postmaster } from '../programs.ts';
import { startSecond } from '../second-set.ts';
import { openWorld, type World } from '../world.ts';

// A build server may be busy: only the state at the end is judged.
jest.setTimeout(900_000);
const PATIENCE_MS = 150_000;
/** How long Redis is away. */
const AWAY_MS = 1000;

describe('the whole portal', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ queue: 'postgres', parents: 5, durable: false, pay: true });
  });
  afterAll(() => world?.close());

  test('F4 F6 when programs, a connection and Postgres itself are killed under load, then every accepted call has its record once, and no refused call has one', async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    const report = await underLoad(world, { seed, patient: true, twiceAtMost: 10 }, async () => {
      for (const name of ['billing', 'gateway', 'admission'] as const) {
        await sleep(500);
        world.stack.kill(name, 'SIGKILL');
        await waitForHealth(world, PATIENCE_MS);
      }
      const [backend] = await backends(world);
      if (backend) process.kill(backend, 'SIGKILL');
      await waitForHealth(world, PATIENCE_MS);
      process.kill(postmaster(world), 'SIGKILL');
      await waitForHealth(world, PATIENCE_MS);
      await sleep(500);
      return { did: 'five kills' };
    });
    expect({ seed, wrong: report.wrong }).toEqual({ seed, wrong: [] });
    expect(report.figures.calls).toBeGreaterThan(20);
  });

  test('F21 when admission is killed between an activation of settings and its publication, then every copy has them in the end', async () => {
    expect(await killAfterActivation(world, 'Kota sesudah mati')).toEqual([]);
  });

  test.each(['gateway', 'auth'] as const)(
    'F20 when %s is killed with people waiting in the line of logins, then all get in by the places they had, each once',
    async (name) => {
      const kill = async () => {
        world.stack.kill(name, 'SIGKILL');
        await waitForHealth(world, PATIENCE_MS);
      };
      const { wrong, figures } = await killBeforeCrowd(world, world.stack.url, kill);
      expect({ wrong, figures }).toEqual({ wrong: [], figures });
    },
  );

  const program = redisProgram();
  if (program) {
    test('F20 when Redis is killed with people waiting in the line of logins, then all get in by the places they had, each once', async () => {
      const redis = await openRedis(program, { folder: join(world.stack.dataDir, 'line-redis') });
      const second = await startSecond(world, { names: ['gateway', 'auth'], redisUrl: redis.url });
      try {
        const kill = async () => {
          await redis.kill();
          await sleep(AWAY_MS);
          await redis.start();
        };
        const { wrong, figures } = await killBeforeCrowd(world, second.url, kill, { ofStore: true });
        expect({ wrong, figures }).toEqual({ wrong: [], figures });
      } finally {
        await second.stop();
        await redis.kill();
      }
    });
  }
});
