import type { EventPayload, EventType } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { type Bus, type BusJob, TOGETHER } from '../src/events/bus.ts';
import { startConsumers } from '../src/events/consumers.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { createLogger } from '../src/program/logger.ts';
import { testSealer } from '../src/testing/identity.ts';
import { openQueueStory, until } from './queue-story.ts';

type Account = EventPayload<'account.changed'>;

const account = (name: string): Account => ({
  id: uuidv7(),
  name,
  role: 'wali_murid',
  phone: null,
  active: true,
  version: 1,
});

const message = (kind: 'registration_received' | 'password_changed') =>
  ({
    dedupeKey: uuidv7(),
    kind,
    to: '+6281200000001',
    params: {},
    priority: 'normal',
  }) as const;

describe('events that gather and travel together', () => {
  const sealer = testSealer();
  const outbox = createOutbox(sealer);
  const logger = createLogger('test', 'silent');
  let story: Awaited<ReturnType<typeof openQueueStory>>;
  let sent: { queue: string; job: BusJob }[];
  let bring: (job: BusJob) => Promise<void>;
  let refused: string | null;
  let isKilled: boolean;
  let relay: ReturnType<typeof startRelay>;

  beforeEach(async () => {
    story = await openQueueStory({ queueDatabaseUrl: 'postgres://unused' });
    [sent, refused, isKilled] = [[], null, false];
    await story.own.knex.raw('create table names (name text not null)');
    const bus = {
      generation: async () => 'first/1',
      addAll: async (queue: string, jobs: readonly BusJob[]) => {
        sent.push(...jobs.map((job) => ({ queue, job })));
        if (!isKilled) return;
        isKilled = false;
        await story.own.knex.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction'`,
        );
      },
      worker: (_queue: string, handler: typeof bring) => {
        bring = handler;
      },
    } as unknown as Bus;
    const { database, own } = story;
    relay = startRelay({ url: own.url, database, bus, logger });
    startConsumers({
      bus,
      database,
      sealer,
      queue: 'billing',
      handlers: {},
      batches: {
        'account.changed': async (trx, events) => {
          if (events.some(({ payload }) => payload.name === refused)) throw new Error('refused');
          await trx('names').insert(events.map(({ payload: { name } }) => ({ name })));
        },
      },
    });
  });
  afterEach(async () => {
    await relay.close();
    await story.close();
  });

  const names = async () => (await story.own.knex('names').orderBy('name')).map(({ name }) => name as string);
  const waiting = () => story.own.knex('outbox_events').whereNull('relayed_at');
  const publish = <T extends EventType>(type: T, payload: EventPayload<T>) =>
    story.database.transaction((trx) => outbox.publish(trx, type, payload));
  const publishAccounts = async (...all: readonly string[]) => {
    // The poll of the start is over: only what the commits say wakes the relay now.
    await publish('account.changed', account('Wali 0'));
    await until(async () => (await waiting()).length === 0);
    sent = [];
    await Promise.all(all.map((name) => publish('account.changed', account(name))));
    await until(async () => (await waiting()).length === 0);
  };
  const billing = () => sent.filter(({ queue }) => queue === 'billing').map(({ job }) => job);

  test('when three accounts change side by side, then each queue gets fewer jobs than events, and all act once', async () => {
    await publishAccounts('Wali 1', 'Wali 2', 'Wali 3');
    expect(billing().length).toBeLessThan(3);
    expect(billing().some(({ type }) => type === TOGETHER)).toBe(true);
    for (const job of [...billing(), ...billing()]) await bring(job);
    expect(await names()).toEqual(['Wali 1', 'Wali 2', 'Wali 3']);
  });

  test('when the relay dies after the queue has them and before its mark, then they come again and act once', async () => {
    await publishAccounts();
    isKilled = true;
    await Promise.all(['Wali 1', 'Wali 2'].map((name) => publish('account.changed', account(name))));
    await until(async () => !isKilled && (await waiting()).length === 0);
    expect(billing().flatMap((job) => job.events ?? [job]).length).toBeGreaterThanOrEqual(4);
    await Promise.all(billing().map((job) => bring(job)));
    expect(await names()).toEqual(['Wali 1', 'Wali 2']);
  });

  test('when one of them fails and one cannot be opened, then the others act, and the job again makes up for what can', async () => {
    refused = 'Wali 2';
    const jobOf = (name: string): BusJob => {
      const row = outbox.row('account.changed', account(name), {});
      return { id: row.id, type: row.type, version: row.version, sealed: row.sealed };
    };
    const [first, second, third] = ['Wali 1', 'Wali 2', 'Wali 3'].map(jobOf) as [BusJob, BusJob, BusJob];
    const moved = { ...third, id: uuidv7() };
    const job = {
      id: uuidv7(),
      type: TOGETHER,
      version: 1,
      sealed: '',
      events: [first, moved, second, third],
    };
    await expect(bring(job)).rejects.toThrow('refused');
    expect(await names()).toEqual(['Wali 1', 'Wali 3']);
    refused = null;
    await expect(bring(job)).rejects.toThrow('authenticate');
    expect(await names()).toEqual(['Wali 1', 'Wali 2', 'Wali 3']);
  });

  test('when a message reports what a person did, then it gathers; a security notice does not', async () => {
    const rows = (['registration_received', 'password_changed'] as const).map((kind) =>
      outbox.row('message.requested', message(kind), {}),
    );
    expect(rows.map(({ topic }) => topic)).toEqual(['message.requested/normal', 'message.requested/notice']);
    await publishAccounts();
    await Promise.all([1, 2, 3].map(() => publish('message.requested', message('password_changed'))));
    await until(async () => (await waiting()).length === 0);
    expect(sent.map(({ queue, job }) => [queue, job.type])).toEqual(
      Array.from({ length: 3 }, () => ['notification', 'message.requested']),
    );
  });
});
