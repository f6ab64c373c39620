import { longTest } from '@gerbang/domain/testing/runs';
import type { BusStore } from '@gerbang/service-kit/events/bus-store';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { makeTables } from '@gerbang/service-kit/data/begin';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { startRelay } from '@gerbang/service-kit/events/relay';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { Queue } from 'bullmq';
import { dumpOf } from './harness.ts';
import { until } from '@gerbang/service-kit/testing/until';
import { alone } from '@gerbang/service-kit/testing/alone';
import { startWhole } from './whole-worker.ts';

/** Other test files use other databases of the same Redis. */
const QUEUES: [name: string, place: BusStore | undefined][] = [['PostgreSQL', undefined]];
if (process.env.TEST_REDIS_URL)
  QUEUES.push(['Redis', { redisUrl: new URL('/7', process.env.TEST_REDIS_URL).href }]);

/** Everything in the queue: all tables of its database, or all jobs on Redis. */
async function queueDump(
  whole: Awaited<ReturnType<typeof startWhole>>,
  place: BusStore | undefined,
): Promise<string> {
  if (whole.queue) return dumpOf(whole.queue.knex);
  const url = place && 'redisUrl' in place ? place.redisUrl : '';
  const queue = new Queue('notification-codes', { connection: { url } });
  const jobs = await queue.getJobs();
  await queue.close();
  return JSON.stringify(jobs.map((job) => job.asJSON()));
}

describe.each(QUEUES)('the whole way, queue on %s', (_name, place) => {
  let whole: Awaited<ReturnType<typeof startWhole>>;
  let business: Awaited<ReturnType<typeof testDatabase>>;
  let database: ReturnType<typeof createDatabase>;
  let relay: ReturnType<typeof startRelay> | null = null;

  beforeAll(async () => {
    whole = await startWhole({ place });
    business = await testDatabase('asker');
    await makeTables(business.knex, 'kit');
    database = createDatabase(business.url);
  });
  afterAll(async () => {
    await relay?.close();
    await database.close();
    await whole.stop();
    await business.drop();
  });

  const startCarrying = () => {
    relay ??= startRelay({
      url: business.url,
      database,
      bus: whole.bus,
      logger: createLogger('asker', 'silent'),
    });
  };
  const ask = (to: string, dedupeKey: string) => ({
    dedupeKey,
    kind: 'reset_code' as const,
    to,
    params: { code: '771203' },
    priority: 'code' as const,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  });

  test('when the business transaction rolls back, then there is no row and no send', async () => {
    startCarrying();
    const outbox = createOutbox(whole.busSealer);
    await expect(
      database.transaction(async (trx) => {
        await outbox.publish(trx, 'message.requested', ask('+6281200000011', 'rolled-back'));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await relay?.close();
    relay = null;
    expect(await whole.knex('notifications').where({ dedupe_key: 'rolled-back' })).toEqual([]);
    expect(whole.simulator.inbox.list('+6281200000011')).toEqual([]);
  });

  test('when the asker is killed after its commit and before its relay, then the message goes after the restart', async () => {
    const outbox = createOutbox(whole.busSealer);
    await database.transaction((trx) =>
      outbox.publish(trx, 'message.requested', ask('+6281200000012', 'killed')),
    );
    expect(whole.simulator.inbox.list('+6281200000012')).toEqual([]);
    startCarrying();
    await until(
      async () =>
        (await whole.knex('notifications').where({ dedupe_key: 'killed' }).first())?.status === 'delivered',
    );
    const messages = whole.simulator.inbox.list('+6281200000012');
    expect(messages.map(({ code }) => code)).toEqual(['771203']);
    const dumps = [await dumpOf(whole.knex), await dumpOf(business.knex), await queueDump(whole, place)];
    for (const dump of dumps) {
      expect(dump.length).toBeGreaterThan(100);
      for (const words of [alone('771203'), /81200000012/u]) expect(dump).not.toMatch(words);
    }
    expect(whole.logs.join('')).not.toMatch(alone('771203'));
  });

  longTest(
    'when results are published to 300 families, then there are 300 rows, 300 sends, and none twice',
    async () => {
      const before = whole.simulator.control.state().counts.accepted;
      const results = Array.from({ length: 300 }, (_unused, at) => ({
        dedupeKey: `ann:1:${at}`,
        kind: 'password_changed' as const,
        to: `+62813${String(at).padStart(8, '0')}`,
        params: { name: 'Siti' },
        priority: 'bulk' as const,
      }));
      startCarrying();
      const outbox = createOutbox(whole.busSealer);
      await database.transaction((trx) => outbox.publishMany(trx, 'message.requested', results));
      await until(async () => {
        const { rows } = await whole.knex.raw(
          `select count(*)::int as count from notifications where dedupe_key like 'ann:1:%' and status = 'delivered'`,
        );
        return rows[0].count === 300;
      });
      expect(whole.simulator.control.state().counts.accepted - before).toBe(300);
      const recipients = whole.simulator.inbox
        .list()
        .filter(({ to }) => to.startsWith('+62813'))
        .map(({ to }) => to);
      expect(new Set(recipients).size).toBe(300);
      expect(recipients).toHaveLength(300);
    },
  );
});

describe('the whole way under a misbehaving provider', () => {
  let whole: Awaited<ReturnType<typeof startWhole>>;
  beforeAll(async () => {
    whole = await startWhole({ timeoutMs: 1000 });
  });
  afterAll(() => whole.stop());
  beforeEach(() => whole.simulator.control.order({ reset: true, pauseMs: 10 }));

  const status = async (id: string) => (await whole.row(id))?.status as string | undefined;

  test('when the provider accepts and drops the connection, then its webhook settles it with one send', async () => {
    whole.simulator.control.order({ drop: { times: 1 } });
    const job = whole.job({ to: '+6281200000021' });
    await whole.bus.add('notification', job);
    await until(async () => (await status(job.id)) === 'delivered');
    expect(whole.simulator.inbox.list('+6281200000021')).toHaveLength(1);
  });

  test('when the provider is too slow to answer, then the outcome is unknown and its webhook settles it', async () => {
    whole.simulator.control.order({ slow: { ms: 1500, times: 1 } });
    const job = whole.job({ to: '+6281200000022' });
    await whole.bus.add('notification', job);
    await until(async () => (await status(job.id)) === 'delivered');
    expect(whole.simulator.inbox.list('+6281200000022')).toHaveLength(1);
  });

  test.each(['twice', 'reversed', 'late'] as const)(
    'when webhooks come %s, then the message ends delivered',
    async (mode) => {
      whole.simulator.control.order({ webhooks: mode });
      const job = whole.job({ to: '+6281200000023' });
      await whole.bus.add('notification', job);
      await until(
        async () => (await whole.row(job.id))?.read_at !== null && (await status(job.id)) === 'delivered',
      );
    },
  );

  longTest(
    'when the provider answers a storm of rate limits, then few sends are wasted and no message is lost',
    async () => {
      const total = 40;
      whole.simulator.control.order({ error: { code: 130429, times: 12 } });
      const jobs = Array.from({ length: total }, (_unused, at) =>
        whole.job({ dedupeKey: `storm:${at}`, to: `+62814${String(at).padStart(8, '0')}` }),
      );
      const ids = jobs.map(({ id }) => id);
      for (const job of jobs) await whole.bus.add('notification', job);
      await until(async () =>
        (await whole.knex('notifications').whereIn('id', ids)).every(({ attempt }) => attempt > 0),
      );
      // One pause stops all sends but those already on their way.
      expect(whole.simulator.control.state().counts.refused).toBeLessThanOrEqual(8);
      const sentBefore = whole.simulator.control.state().counts.accepted;
      expect(sentBefore).toBeLessThan(total);
      // Let every pause end at once until all are through.
      for (let round = 0; round < 20; round += 1) {
        await whole.knex('send_stops').update({ until: whole.knex.raw('now()') });
        await whole
          .knex('notifications')
          .whereIn('status', ['pending', 'retry'])
          .update({ next_attempt_at: whole.knex.raw('now()') });
        for (const id of ids) await whole.service.deliver(id);
      }
      await until(async () =>
        (await whole.knex('notifications').whereIn('id', ids)).every((row) => row.status === 'delivered'),
      );
      expect(whole.simulator.inbox.list().filter(({ to }) => to.startsWith('+62814'))).toHaveLength(total);
      expect(await whole.knex('notifications').whereIn('id', ids).max('tries')).toEqual([{ max: 0 }]);
    },
  );

  test('when the provider wants a new kind of template call, then our own calls pass its check: each kind arrives as text', async () => {
    const code = whole.job({
      kind: 'phone_verification',
      priority: 'code',
      params: { code: '000123' },
      to: '+6281200000031',
    });
    const notice = whole.job({ to: '+6281200000032' });
    await whole.bus.add('notification-codes', code);
    await whole.bus.add('notification', notice);
    await until(
      async () => (await status(code.id)) === 'delivered' && (await status(notice.id)) === 'delivered',
    );
    expect(whole.simulator.inbox.list('+6281200000031')[0]?.text).toMatch(
      /^000123 adalah kode verifikasi Anda/u,
    );
    expect(whole.simulator.inbox.list('+6281200000032')[0]?.text).toContain('Halo Siti, password akun Anda');
  });
});
