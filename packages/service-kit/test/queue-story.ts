import { UnrecoverableError } from 'bullmq';
import { createBus } from '../src/events/bus.ts';
import type { BusStore } from '../src/events/bus-store.ts';
import { startConsumers, type Handlers } from '../src/events/consumers.ts';
import { createDatabase } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import { createLogger } from '../src/program/logger.ts';
import { createMetrics } from '../src/program/metrics.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { watchQueues } from '../src/program/process-figures.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { testSealer } from '../src/testing/identity.ts';
import { until } from '../src/testing/until.ts';

const logger = createLogger('test', 'silent');
const user = '019a0000-0000-7000-8000-000000000001';

/** A job that BullMQ gave up for good comes back, acts once, and the one it replaces is gone. */
export async function expectGivenUpJobsReturn(
  story: Awaited<ReturnType<typeof openQueueStory>>,
): Promise<void> {
  let broken = true;
  story.consume(() => {
    if (broken) throw new UnrecoverableError('as after the last of its attempts');
  });
  story.relay();
  await story.publish(1);
  const { bus } = story;
  expect(await bus.reviveFailed('gateway')).toBe(0);
  await until(async () => (await bus.reviveFailed('gateway', 0)) === 1);
  broken = false;
  await until(async () => {
    await bus.reviveFailed('gateway', 0);
    return (await story.effects()).length === 1;
  });
  await story.publish(2);
  await until(async () => (await story.effects()).includes(2));
  expect(await story.effects()).toEqual([1, 2]);
  expect(await bus.reviveFailed('gateway', 0)).toBe(0);
}

/** What lies in a queue can be read by state from the figures, whichever store it is in. */
export async function expectCounts(story: Awaited<ReturnType<typeof openQueueStory>>): Promise<void> {
  const metrics = createMetrics('counts');
  watchQueues(metrics, story.bus, ['gateway']);
  const jobs = async (state: string) =>
    Number(
      new RegExp(`^queue_jobs\\{.*queue="gateway",state="${state}".*\\} (\\S+)$`, 'mu').exec(
        await metrics.text(),
      )?.[1],
    );
  const job = (id: string) => ({ id, type: 'sessions.revoked', version: 1, sealed: 'none' });
  await story.bus.add('gateway', job('waits'));
  await story.bus.add('gateway', job('later'), { delayMs: 3_600_000 });
  await story.bus.add('gateway', job('first'), { priority: 2 });
  expect([await jobs('waiting'), await jobs('delayed'), await jobs('prioritized')]).toEqual([1, 1, 1]);
  const release: (() => void)[] = [];
  const worker = story.bus.worker('gateway', async ({ id }) => {
    if (id === 'first') throw new UnrecoverableError('for good');
    await new Promise<void>((resolve) => release.push(resolve));
  });
  await until(async () => (await jobs('active')) === 1 && (await jobs('failed')) === 1);
  expect(await jobs('waiting')).toBe(0);
  for (const one of release) one();
  await until(async () => (await jobs('active')) === 0);
  await worker.close();
}

/** A service with an outbox that listens to its own events over a real queue; `effects` has what they did. */
export async function openQueueStory(place: BusStore) {
  const own = await testDatabase('story');
  await makeTables(own.knex, 'kit');
  await own.knex.raw('create table effects (epoch int not null)');
  const database = createDatabase(own.url, PATIENCE);
  const sealer = testSealer();
  const outbox = createOutbox(sealer);
  const bus = createBus(place, logger);
  const relays: { close(): Promise<void> }[] = [];
  return {
    own,
    bus,
    database,
    publish: (epoch: number) =>
      database.transaction((trx) => outbox.publish(trx, 'sessions.revoked', { userId: user, epoch })),
    relay: () => relays.push(startRelay({ url: own.url, database, bus, logger })),
    consume(before: (epoch: number) => void = () => undefined) {
      const handlers: Handlers = {
        'sessions.revoked': async (trx, payload) => {
          await trx('effects').insert({ epoch: payload.epoch });
          before(payload.epoch);
        },
      };
      return startConsumers({ bus, database, sealer, queue: 'gateway', handlers });
    },
    async effects(): Promise<number[]> {
      const rows = await own.knex('effects').select('epoch').orderBy('epoch');
      return rows.map((row: { epoch: number }) => row.epoch);
    },
    async close() {
      for (const relay of relays) await relay.close();
      await bus.close();
      await database.close();
      await own.drop();
    },
  };
}
