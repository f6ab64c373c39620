import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_TOGETHER } from '@gerbang/contracts/event-queues';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import type { BusStore } from '@gerbang/service-kit/events/bus-store';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { until } from '@gerbang/service-kit/testing/until';
import { startWhole } from './whole-worker.ts';

/** Other test files use other databases of the same Redis. */
const QUEUES: [name: string, place: BusStore | undefined][] = [['PostgreSQL', undefined]];
if (process.env.TEST_REDIS_URL)
  QUEUES.push(['Redis', { redisUrl: new URL('/10', process.env.TEST_REDIS_URL).href }]);

const COUNT = 400;

/** Counts what the service sends to its database, at the driver; the test's own reads are others. */
function countStatements() {
  let count = 0;
  const query = pg.Client.prototype.query;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function counted(
    this: pg.Client & { connectionParameters?: { application_name?: string } },
    ...args: unknown[]
  ) {
    if (this.connectionParameters?.application_name === 'gerbang') count += 1;
    return Reflect.apply(query, this, args);
  } as never);
  return { count: () => count, end: () => spy.mockRestore() };
}

describe.each(QUEUES)('bulk messages, queue on %s', (_name, place) => {
  let whole: Awaited<ReturnType<typeof startWhole>>;
  let run = 0;

  beforeEach(async () => {
    run += 1;
    whole = await startWhole({ place, bulkRate: 80 });
    // BullMQ makes its schema, in which the signal is kept.
    await whole.bus.ping('notification');
  });
  afterEach(() => whole.stop());

  const bulk = (at: number, change: Partial<MessageRequested> = {}): MessageRequested => ({
    dedupeKey: `bulk:${run}:${at}`,
    kind: 'password_changed',
    to: `+62818${String(run * 100_000 + at).padStart(8, '0')}`,
    params: { name: 'Siti' },
    priority: 'bulk',
    ...change,
  });
  const many = (count: number) => Array.from({ length: count }, (_unused, at) => bulk(at));

  /** The jobs of the waves, as a relay adds them. */
  function wavesOf(messages: readonly MessageRequested[]): BusJob[] {
    return Array.from({ length: Math.ceil(messages.length / EVENTS_TOGETHER) }, (_unused, at) => {
      const id = uuidv7();
      const wave = messages
        .slice(at * EVENTS_TOGETHER, (at + 1) * EVENTS_TOGETHER)
        .map((payload) => ({ id: uuidv7(), version: 1, payload }));
      const sealed = whole.busSealer.seal(wave, eventAad('message.requested', id));
      return { id, type: 'message.requested', version: 1, sealed };
    });
  }
  const give = async (jobs: readonly BusJob[]) => {
    for (const job of jobs) await whole.bus.add('notification-bulk', job);
  };
  const delivered = async () =>
    Number((await whole.knex('notifications').where({ status: 'delivered' }).count('* as n').first())?.n);
  const recipients = () => whole.simulator.inbox.list().map(({ to }) => to);

  test('when 400 are taken in, sent and reported, then that is less than one statement a message, and each arrives once', async () => {
    const statements = countStatements();
    try {
      await give(wavesOf(many(COUNT)));
      await until(async () => (await delivered()) === COUNT);
      expect(statements.count() / COUNT).toBeLessThan(1);
    } finally {
      statements.end();
    }
    expect(new Set(recipients()).size).toBe(COUNT);
    expect(recipients()).toHaveLength(COUNT);
  });

  test('when the portal is busy, then bulk messages wait and a code and what a person did go at once; then the rest goes', async () => {
    await whole.bus.signal('stop', 'reads');
    const busy = setInterval(() => void whole.bus.signal('stop', 'reads'), 500);
    try {
      await give(wavesOf(many(COUNT)));
      await until(() => whole.bus.pace().share === 0);
      // What was on its way when the signal was read.
      await sleep(1000);
      const before = recipients().length;
      expect(before).toBeLessThan(COUNT);
      const began = Date.now();
      const code = whole.job({
        kind: 'reset_code',
        priority: 'code',
        params: { code: '482915' },
        to: '+6281977770002',
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
      });
      await whole.bus.add('notification-codes', code);
      await whole.bus.add('notification', whole.job({ to: '+6281977770003' }));
      await until(() => ['+6281977770002', '+6281977770003'].every((to) => recipients().includes(to)));
      expect(Date.now() - began).toBeLessThan(30_000);
      expect(recipients()).toHaveLength(before + 2);
    } finally {
      clearInterval(busy);
    }
    await until(async () => (await delivered()) === COUNT + 2);
    expect(new Set(recipients()).size).toBe(COUNT + 2);
    expect(recipients()).toHaveLength(COUNT + 2);
  });

  test('when a wave comes twice and one of it can never be written, then the others arrive once and it alone fails', async () => {
    const wrong = bulk(3, { dedupeKey: 'nul:\u0000' });
    const [wave] = wavesOf([bulk(1), bulk(2), wrong, bulk(4)]);
    if (!wave) throw new Error('There is no wave');
    await give([wave, { ...wave }]);
    await until(async () => (await delivered()) === 3);
    await expect(whole.context.intakeWave(wave)).rejects.toThrow(/unicode|invalid|0x00/iu);
    expect(recipients()).toHaveLength(3);
    expect(await whole.knex('notifications')).toHaveLength(3);
  });

  test('when bulk messages are stopped, then a wave waits without a send, and goes when the stop is over', async () => {
    await whole
      .knex('send_stops')
      .insert({ scope: 'bulk', until: whole.knex.raw(`now() + interval '1 hour'`) });
    await give(wavesOf(many(10)));
    await until(async () => (await whole.knex('notifications')).length === 10);
    await sleep(1500);
    expect(recipients()).toEqual([]);
    expect(await whole.knex('notifications').where({ attempt: 0, status: 'pending' })).toHaveLength(10);
    await whole.knex('send_stops').delete();
    await until(async () => (await delivered()) === 10);
    expect(recipients()).toHaveLength(10);
  });
});
