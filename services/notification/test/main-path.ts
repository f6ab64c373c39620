import type { BusStore } from '@gerbang/service-kit/events/bus';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createOutbox as createOutboxTable } from '@gerbang/service-kit/data/kit-tables';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createOutbox, startRelay } from '@gerbang/service-kit/events/outbox';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { Queue } from 'bullmq';
import { dumpOf, startWhole, until } from './harness.ts';

/** What the queue keeps: all tables of its database, or all jobs on Redis. */
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

/** The way of a message from the asking transaction to the phone and back, the same on both kinds of queue. */
export function mainPathTests(place: () => BusStore | undefined): void {
  let whole: Awaited<ReturnType<typeof startWhole>>;
  let business: Awaited<ReturnType<typeof testDatabase>>;
  let database: ReturnType<typeof createDatabase>;
  let relay: ReturnType<typeof startRelay> | null = null;

  beforeAll(async () => {
    whole = await startWhole({ place: place() });
    business = await testDatabase('asker');
    await createOutboxTable(business.knex);
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

  test('N11 when the business transaction rolls back, then there is no row and no send', async () => {
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

  test('N12 A24 when the asker is killed after its commit and before its relay, then the message goes after the restart', async () => {
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
    const dumps = [await dumpOf(whole.knex), await dumpOf(business.knex), await queueDump(whole, place())];
    for (const dump of dumps) {
      expect(dump.length).toBeGreaterThan(100);
      expect(dump).not.toMatch(/771203|81200000012/u);
    }
    expect(whole.logs.join('')).not.toContain('771203');
  });

  test('N1 when results are published to 300 families, then there are 300 rows, 300 sends, and none twice', async () => {
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
  });
}
