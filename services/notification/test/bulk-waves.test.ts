import { longTest } from '@gerbang/domain/testing/runs';
import { EVENTS_TOGETHER } from '@gerbang/contracts/event-queues';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import type { BusStore } from '@gerbang/service-kit/events/bus-store';
import type { Signal } from '@gerbang/service-kit/events/pressure-store';
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
const HELD = 120;
/** Messages a second; the pace itself is tested elsewhere. */
const FAST = 1000;
/** Reports that come together. */
const REPORTS = 200;

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
  let signal: Signal;
  let run = 0;

  beforeEach(async () => {
    run += 1;
    signal = null;
    whole = await startWhole({ place, bulkRate: FAST, signal: () => signal });
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

  longTest(
    'when 400 are taken in, sent and reported, then that is less than one statement a message, and each arrives once',
    async () => {
      // How many reports gather depends on the time that they take: here they come in parts of one size.
      whole.simulator.control.order({ webhooks: 'none' });
      const statements = countStatements();
      try {
        await give(wavesOf(many(COUNT)));
        await until(
          async () => (await whole.knex('notifications').where({ status: 'sent' })).length === COUNT,
        );
        const reports = whole.simulator.inbox.list().flatMap(({ wamid, reference }) =>
          (['sent', 'delivered', 'read'] as const).map((status) => {
            return { wamid, reference, status, errorCode: null, at: new Date() };
          }),
        );
        for (let from = 0; from < reports.length; from += REPORTS)
          await whole.service.webhooks.receive(reports.slice(from, from + REPORTS));
        expect(await delivered()).toBe(COUNT);
        expect(statements.count() / COUNT).toBeLessThan(1);
      } finally {
        statements.end();
      }
      expect(new Set(recipients()).size).toBe(COUNT);
      expect(recipients()).toHaveLength(COUNT);
    },
  );

  longTest(
    'when the portal is busy, then bulk messages wait and a code and what a person did go at once; then the rest goes',
    async () => {
      signal = { level: 'stop', cause: 'reads' };
      // The pace is read while work is under way: that of a lane of the test's own.
      void whole.bus.lane(1).open();
      await until(() => whole.bus.pace().share === 0);
      await give(wavesOf(many(HELD)));
      const code = whole.job({
        kind: 'reset_code',
        priority: 'code',
        params: { code: '482915' },
        to: '+6281977770002',
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
      });
      await whole.bus.add('notification-codes', code);
      await whole.bus.add('notification', whole.job({ to: '+6281977770003' }));
      await until(() => recipients().length >= 2);
      expect(recipients().toSorted()).toEqual(['+6281977770002', '+6281977770003']);
      signal = null;
      await until(async () => (await delivered()) === HELD + 2);
      expect(new Set(recipients()).size).toBe(HELD + 2);
      expect(recipients()).toHaveLength(HELD + 2);
    },
  );

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
    // The senders look once more, and what is not bulk goes.
    await whole.service.sweeper.sweep();
    await whole.bus.add('notification', whole.job({ to: '+6281977770004' }));
    await until(() => recipients().length > 0);
    expect(recipients()).toEqual(['+6281977770004']);
    expect(await whole.knex('notifications').where({ attempt: 0, status: 'pending' })).toHaveLength(10);
    await whole.knex('send_stops').delete();
    await until(async () => (await delivered()) === 11);
    expect(recipients()).toHaveLength(11);
  });
});
