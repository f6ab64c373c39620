import { longTest } from '@gerbang/domain/testing/runs';
import type { Pressure } from '@gerbang/service-kit/events/pressure-store';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { until } from '@gerbang/service-kit/testing/until';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Condition, levelOf, p99 } from '../src/condition/condition.ts';
import { watchCondition } from '../src/condition/watch-condition.ts';
import { openDoor } from './door.ts';

const WELL: Condition = { delay: 2, load: 0.1, reads: 8, waiting: 1 };

describe('what the gateway says of its condition', () => {
  longTest.each([
    ['nothing where it is well', {}, null],
    ['slow where reads take long', { reads: 80 }, ['slow', 'reads']],
    ['stop where they take very long', { reads: 400 }, ['stop', 'reads']],
    ['stop where the event loop stands still', { delay: 200 }, ['stop', 'delay']],
    ['slow where it has little time left', { load: 0.8 }, ['slow', 'load']],
    ['slow where many calls wait for services', { waiting: 60 }, ['slow', 'waiting']],
    ['the worst of several', { reads: 70, waiting: 900 }, ['stop', 'waiting']],
  ] as const)('%s', (_name, change, expected) => {
    const found = levelOf({ ...WELL, ...change }, null);
    expect(found && [found.level, found.cause]).toEqual(expected);
  });

  test('when the figures are a little under a limit, then what began above it goes on, so that it does not flap', () => {
    const levels: (Pressure | null)[] = [];
    for (const reads of [140, 160, 140, 100, 80, 50, 30, 50]) {
      levels.push(levelOf({ ...WELL, reads }, levels.at(-1) ?? null)?.level ?? null);
    }
    expect(levels).toEqual(['slow', 'stop', 'stop', 'stop', 'slow', 'slow', null, null]);
  });

  test('when one read alone takes long, then that is no p99', () => {
    expect(p99([])).toBe(0);
    expect(p99([5000])).toBe(0);
    expect(p99([1, 2, 5000])).toBe(2);
    expect(p99([...Array.from({ length: 150 }, () => 5), 100, 200, 300])).toBe(100);
  });
});

test('when reads at the door become slow, then it says so each second, and nothing when they are fast again', async () => {
  const said: string[] = [];
  const metrics = createMetrics('gateway');
  const bus = { signal: async (level: Pressure, cause: string) => void said.push(`${level} ${cause}`) };
  const logger = createLogger('test', 'silent');
  let slowMs = 200;
  const door = await openDoor();
  let looks = 0;
  /** The reads alone: a busy machine's own delay would be worse than they are. */
  const measure = ({ reads }: Condition) => {
    looks += 1;
    return { delay: 0, load: 0, waiting: 0, reads };
  };
  const watch = (waiting: () => number) => watchCondition({ bus, waiting, logger, metrics, measure });
  const gateway = await door.build({}, undefined, { watch });
  try {
    door.respondWith(async () => {
      await sleep(slowMs);
      return { ok: true };
    });
    const sid = await door.login();
    const read = () => door.call('GET', '/api/user', { sid }, gateway);
    await until(async () => {
      await Promise.all([read(), read(), read()]);
      return said.includes('stop reads');
    });
    expect(await metrics.text()).toMatch(/gateway_condition\{figure="reads"[^}]*\} \d{3}/u);
    slowMs = 0;
    // The seconds without a read are calm as well.
    await until(async () => /^gateway_pressure(?:\{[^}]*\})? 0$/mu.test(await metrics.text()));
    const [before, from] = [said.length, looks];
    await until(() => looks >= from + 2);
    expect(said).toHaveLength(before);
  } finally {
    await gateway.close();
    await door.close();
  }
});
