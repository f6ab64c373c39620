import { sealAudit } from '../src/audit/audit-chain.ts';
import { watchTrail } from '../src/audit/trail-watch.ts';
import { audit } from '../src/audit/audit.ts';
import { createDatabase } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import { createLogger } from '../src/program/logger.ts';
import { createMetrics, type Metrics } from '../src/program/metrics.ts';
import { watchChecks, watchPool, watchQueues } from '../src/program/process-figures.ts';
import type { Bus } from '../src/events/bus.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';

async function figure(metrics: Metrics, name: string, label = ''): Promise<number | undefined> {
  const line = (await metrics.text())
    .split('\n')
    .find((one) => one.startsWith(`${name}{`) && one.includes(label));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('figures of a process', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    own = await testDatabase('figures');
    await makeTables(own.knex, 'trail');
    await makeTables(own.knex, 'kit');
  });
  afterAll(() => own.drop());

  test('when every connection is at work, then the figures say so, and who waits', async () => {
    const database = createDatabase(own.url, { max: 1, ...PATIENCE });
    const metrics = createMetrics('pool');
    watchPool(metrics, database);
    const state = (name: string) => figure(metrics, 'database_connections', `state="${name}"`);
    expect([await state('limit'), await state('used'), await state('waiting')]).toEqual([1, 0, 0]);
    const trx = await database.knex.transaction();
    const later = database.ping();
    await until(async () => (await state('waiting')) === 1);
    expect(await state('used')).toBe(1);
    await trx.rollback();
    await later;
    await until(async () => (await state('free')) === 1 && (await state('used')) === 0);
    await database.close();
  });

  test('when the trail is whole, then the check says so; when a row was changed behind it, then its finding counts', async () => {
    const database = createDatabase(own.url, PATIENCE);
    const metrics = createMetrics('checks');
    const record = watchChecks(metrics, ['audit']);
    const log = createLogger('test', 'silent');
    expect(await figure(metrics, 'check_findings')).toBeUndefined();
    const before = await figure(metrics, 'check_age_seconds', 'check="audit"');
    expect(before).toBeGreaterThanOrEqual(0);
    const actor = { id: '019a0000-0000-7000-8000-000000000001', name: 'Penguji', role: 'it' } as const;
    const origin = { requestId: 'request-1', address: '127.0.0.1' };
    await audit(own.knex, { action: 'tried', actor, subject: actor.id, details: {}, origin });
    const key = Buffer.alloc(32, 5);
    await sealAudit(database, key);
    const watch = watchTrail({ database, key, log, metrics, record });
    await watch.checkAll();
    expect(await figure(metrics, 'check_findings', 'check="audit"')).toBe(0);
    await own.knex.raw('alter table audit_events disable trigger all');
    await own.knex('audit_events').update({ actor_name: 'lain' });
    await watch.checkAll();
    expect(await figure(metrics, 'check_findings', 'check="audit"')).toBe(1);
    await database.close();
  });

  test('when the machine’s clock is set back, then no check has an age below nothing', async () => {
    const metrics = createMetrics('ages');
    const record = watchChecks(metrics, ['audit', 'books']);
    record('books', 0);
    const yesterday = Date.now() - 86_400_000;
    jest.spyOn(Date, 'now').mockReturnValue(yesterday);
    for (const check of ['audit', 'books']) {
      expect(await figure(metrics, 'check_age_seconds', `check="${check}"`)).toBeGreaterThanOrEqual(0);
    }
    jest.restoreAllMocks();
  });

  test('when one queue does not answer, then the figures of the others are there', async () => {
    const metrics = createMetrics('queues');
    const counts = async (name: string) => {
      if (name === 'billing') throw new Error('away');
      return { waiting: 7 };
    };
    watchQueues(metrics, { counts } as unknown as Bus, ['billing', 'admission']);
    expect(await figure(metrics, 'queue_jobs', 'queue="admission"')).toBe(7);
    expect(await figure(metrics, 'queue_jobs', 'queue="billing"')).toBeUndefined();
  });

  test('when something is counted, then every value that it can have is there from the start', async () => {
    const metrics = createMetrics('counter');
    const count = metrics.counter('things_total', 'things', 'kind', ['one', 'two']);
    count('two');
    count('two');
    expect(await figure(metrics, 'things_total', 'kind="one"')).toBe(0);
    expect(await figure(metrics, 'things_total', 'kind="two"')).toBe(2);
  });

  test('when no port is configured, then nothing is served', async () => {
    const close = await createMetrics('quiet').serve({ HOST: '127.0.0.1' });
    await expect(close()).resolves.toBeUndefined();
  });

  test('when figures are not served, then no timer of theirs runs', () => {
    const timers = jest.spyOn(globalThis, 'setInterval');
    createMetrics('silent');
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });
});
