import { setTimeout as sleep } from 'node:timers/promises';
import { sessionsAtBoth, verifiedAtBoth } from '../both-doors.ts';
import { backends, postmaster } from '../cluster.ts';
import { waitForHealth } from '../judge.ts';
import { startSecond } from '../second-programs.ts';
import { underLoad } from '../under-load.ts';
import { openWorld, type World } from '../world.ts';

// A busy build server; what is judged is what is there in the end.
jest.setTimeout(900_000);
const PATIENCE_MS = 150_000;

describe('the whole portal', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ queue: 'postgres', parents: 5, durable: false });
  });
  afterAll(() => world?.close());

  test('F4 F6 when programs, a connection and Postgres itself are killed under load, then what people were answered is there, once, and nothing else', async () => {
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

  test('G9 M-5 when two gateways and two of each service share the databases, then a session ends at both at once, and a payment counts once', async () => {
    const second = await startSecond(world);
    try {
      const urls = [world.stack.url, second.url] as const;
      expect(await sessionsAtBoth(urls, 2)).toEqual([]);
      expect(await verifiedAtBoth(world, urls, 3)).toEqual([]);
    } finally {
      await second.stop();
    }
  });
});
