import { EVENTS_TOGETHER } from '@gerbang/contracts/event-queues';
import type { EventPayload, EventType } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import type { Bus } from '../src/events/bus.ts';
import { type BusJob, TOGETHER } from '../src/events/bus-job.ts';
import { startBulkConsumers, startConsumers } from '../src/events/consumers.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { CALM_GATHER_MS, GATHER_MOST_MS, GATHER_MS, startRelay } from '../src/events/relay.ts';
import { createLogger } from '../src/program/logger.ts';
import { testSealer } from '../src/testing/identity.ts';
import { openQueueStory } from './queue-story.ts';
import { until } from '../src/testing/until.ts';

type Account = EventPayload<'account.changed'>;

const account = (name: string): Account => ({
  id: uuidv7(),
  name,
  role: 'wali_murid',
  phone: null,
  active: true,
  version: 1,
});
const accounts = (count: number) => Array.from({ length: count }, (_unused, at) => account(`Wali ${at}`));

/**
 * A relay on a real outbox, whose jobs are kept instead of queued; billing's consumers, which write the names of accounts.
 * Waves wait until they are released.
 */
async function openEvents() {
  const sealer = testSealer();
  const outbox = createOutbox(sealer);
  const logger = createLogger('test', 'silent');
  const story = await openQueueStory({ queueDatabaseUrl: 'postgres://unused' });
  const { database, own } = story;
  await own.knex.raw('create table names (name text not null)');
  const sent: { queue: string; job: BusJob }[] = [];
  const handlers = new Map<string, (job: BusJob) => Promise<void>>();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const state = { refused: null as string | null, isKilled: false };
  const bus = {
    generation: async () => 'first/1',
    addAll: async (queue: string, jobs: readonly BusJob[]) => {
      sent.push(...jobs.map((job) => ({ queue, job })));
      if (!state.isKilled) return;
      state.isKilled = false;
      await own.knex.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and query like '%set relayed_at = now()%'`,
      );
    },
    worker: (queue: string, handler: (job: BusJob) => Promise<void>) => void handlers.set(queue, handler),
  } as unknown as Bus;
  const lane = { run: <T>(work: () => Promise<T>) => gate.then(work), finished: () => undefined };
  const clock = { now: 0, looks: 0 };
  const time = () => {
    clock.looks += 1;
    return clock.now;
  };
  const relay = startRelay({ url: own.url, database, bus, logger, lane, time });
  // Else a commit may come before the relay listens, and only a poll finds what it left.
  await relay.ready;
  const checked = ({ name }: Account) => {
    if (name === state.refused) throw new Error('refused');
    return { name };
  };
  const parts = { bus, database, sealer, queue: 'billing' } as const;
  startConsumers({
    ...parts,
    handlers: {},
    batches: {
      'account.changed': async (trx, events) => {
        await trx('names').insert(events.map(({ payload }) => checked(payload)));
      },
    },
  });
  startBulkConsumers({
    ...parts,
    lane: { run: (work) => work() },
    handlers: {
      'account.changed': async (trx, one) => {
        await trx('names').insert(checked(one));
      },
    },
  });
  const waiting = () => own.knex('outbox_events').whereNull('relayed_at');
  return {
    state,
    /** The relay's clock, by which it gathers: it looks once when it hears of a commit, and once when it wakes for it. */
    clock,
    sent,
    outbox,
    database,
    release: () => release(),
    rows: () => own.knex('outbox_events'),
    names: async () => (await own.knex('names').orderBy('name')).map(({ name }) => name as string),
    jobs: (queue: 'billing' | 'billing-bulk') =>
      sent.filter((one) => one.queue === queue).map(({ job }) => job),
    /** What a queue would do: gives a job to the service. */
    bring: async (queue: 'billing' | 'billing-bulk', job: BusJob) => handlers.get(queue)?.(job),
    publish: <T extends EventType>(type: T, payload: EventPayload<T>) =>
      database.transaction((trx) => outbox.publish(trx, type, payload)),
    publishBulk: (made: readonly Account[]) =>
      database.transaction((trx) => outbox.publishMany(trx, 'account.changed', made, { bulk: true })),
    relayed: () => until(async () => (await waiting()).length === 0),
    async close(): Promise<void> {
      release();
      await relay.close();
      await story.close();
    },
  };
}

let events: Awaited<ReturnType<typeof openEvents>>;
beforeEach(async () => {
  events = await openEvents();
});
afterEach(() => events.close());

describe('events that gather and travel together', () => {
  const message = (kind: 'registration_received' | 'password_changed') =>
    ({ dedupeKey: uuidv7(), kind, to: '+6281200000001', params: {}, priority: 'normal' }) as const;
  const publishAll = (...names: readonly string[]) =>
    Promise.all(names.map((name) => events.publish('account.changed', account(name))));
  beforeEach(async () => {
    // The poll of the start is over, and the relay has woken for a first commit: it waits for nothing now.
    await publishAll('Wali 0');
    await until(() => events.clock.looks === 2);
    await events.relayed();
    events.sent.length = 0;
  });

  test('when accounts change side by side, then each queue gets fewer jobs than events, and all act once', async () => {
    const names = Array.from({ length: 9 }, (_unused, at) => `Wali ${at + 1}`);
    await publishAll(...names);
    await events.relayed();
    const jobs = events.jobs('billing');
    expect(jobs.length).toBeLessThan(names.length);
    expect(jobs.some(({ type }) => type === TOGETHER)).toBe(true);
    for (const job of [...jobs, ...jobs]) await events.bring('billing', job);
    expect(await events.names()).toEqual(names);
  });

  test('when one account changes alone, then it does not wait for others; one that follows at once does', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const pauseOf = async (name: string) => {
      timers.mockClear();
      const before = events.jobs('billing').length;
      await events.publish('account.changed', account(name));
      await until(() => events.jobs('billing').length > before);
      const pauses = timers.mock.calls.map(([, milliseconds]) => milliseconds);
      return pauses.filter((one) => one === GATHER_MS || one === CALM_GATHER_MS);
    };
    try {
      // Again where a poll, or the wait of an event before, came in between.
      await until(async () => {
        events.clock.now += 2 * CALM_GATHER_MS;
        const pauses = [...(await pauseOf('Wali 1')), ...(await pauseOf('Wali 2'))];
        return pauses.join() === [GATHER_MS, CALM_GATHER_MS].join();
      });
    } finally {
      timers.mockRestore();
    }
  });

  test('when accounts go on changing, then they wait for each other, but not longer than a moment', async () => {
    const STEP_MS = CALM_GATHER_MS - 10;
    const LAST_MS = GATHER_MOST_MS % STEP_MS;
    const pauses: number[] = [];
    let holds = false;
    const pass = setTimeout;
    // Once one has come alone, whoever waits for more waits until the clock of the test says that it was long enough.
    const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      time: number,
    ) => {
      const gathers = time === GATHER_MS || time === CALM_GATHER_MS;
      holds ||= time === GATHER_MS;
      if (gathers || (holds && time === LAST_MS)) pauses.push(time);
      return pass(run, gathers && holds ? 60_000 : time);
    }) as typeof setTimeout);
    const change = async () => {
      const before = pauses.length;
      await events.publish('account.changed', account('Wali 1'));
      await until(() => pauses.length > before);
    };
    try {
      events.clock.now += 2 * CALM_GATHER_MS;
      await change();
      expect(holds).toBe(true);
      pauses.length = 0;
      for (let waited = STEP_MS; waited < GATHER_MOST_MS; waited += STEP_MS) {
        events.clock.now += STEP_MS;
        await change();
      }
      await events.relayed();
    } finally {
      timers.mockRestore();
    }
    expect(pauses).toEqual([...Array.from({ length: 6 }, () => CALM_GATHER_MS), LAST_MS]);
  });

  test('when the relay dies after the queue has them and before its mark, then they come again and act once', async () => {
    events.state.isKilled = true;
    await publishAll('Wali 1', 'Wali 2');
    await until(() => !events.state.isKilled);
    await events.relayed();
    const jobs = events.jobs('billing');
    expect(jobs.flatMap((job) => job.events ?? [job]).length).toBeGreaterThan(2);
    await Promise.all(jobs.map((job) => events.bring('billing', job)));
    expect(await events.names()).toEqual(['Wali 1', 'Wali 2']);
  });

  test('when one of them fails and one cannot be opened, then the others act, and the job again makes up for what can', async () => {
    events.state.refused = 'Wali 2';
    const jobOf = (name: string): BusJob => {
      const { id, type, version, sealed } = events.outbox.row('account.changed', account(name), {});
      return { id, type, version, sealed };
    };
    const [first, second, third] = ['Wali 1', 'Wali 2', 'Wali 3'].map(jobOf) as [BusJob, BusJob, BusJob];
    const together = [first, { ...third, id: uuidv7() }, second, third];
    const job = { id: uuidv7(), type: TOGETHER, version: 1, sealed: '', events: together };
    await expect(events.bring('billing', job)).rejects.toThrow('refused');
    expect(await events.names()).toEqual(['Wali 1', 'Wali 3']);
    events.state.refused = null;
    await expect(events.bring('billing', job)).rejects.toThrow('authenticate');
    expect(await events.names()).toEqual(['Wali 1', 'Wali 2', 'Wali 3']);
  });

  test('when a message reports what a person did, then it gathers; a security notice does not', async () => {
    const topics = (['registration_received', 'password_changed'] as const).map(
      (kind) => events.outbox.row('message.requested', message(kind), {}).topic,
    );
    expect(topics).toEqual(['message.requested/normal', 'message.requested/notice']);
    await Promise.all([1, 2, 3].map(() => events.publish('message.requested', message('password_changed'))));
    await events.relayed();
    expect(events.sent.map(({ queue, job }) => [queue, job.type])).toEqual(
      Array.from({ length: 3 }, () => ['notification', 'message.requested']),
    );
  });
});

describe('events that travel in waves', () => {
  const waves = () => events.jobs('billing-bulk');
  /** The one job of a wave of so many accounts. */
  async function waveOf(count: number): Promise<BusJob> {
    events.release();
    await events.publishBulk(accounts(count));
    // What leaves before the relay's first look at the store leaves once more after it.
    await until(() => waves().length > 0);
    return waves()[0] as BusJob;
  }

  test('when 120 are published as bulk, then they are three rows, and three jobs a queue', async () => {
    events.release();
    await events.publishBulk(accounts(2 * EVENTS_TOGETHER + 20));
    expect(await events.rows()).toHaveLength(3);
    await until(() => events.sent.length >= 12);
    for (const job of waves()) await events.bring('billing-bulk', job);
    expect(await events.names()).toHaveLength(120);
  });

  test('when waves wait for their pace, then what one person did is relayed at once', async () => {
    await events.publishBulk(accounts(3));
    await events.publish('account.changed', account('Wali'));
    await until(() => events.jobs('billing').length === 1);
    expect(waves()).toEqual([]);
    events.release();
    await until(() => waves().length > 0);
  });

  test('when a wave comes twice, side by side and later, then each of it acts once', async () => {
    const job = await waveOf(5);
    await Promise.all([events.bring('billing-bulk', job), events.bring('billing-bulk', job)]);
    await events.bring('billing-bulk', job);
    expect(await events.names()).toHaveLength(5);
  });

  test('when one of a wave fails, then the others act, and the wave again makes up for it alone', async () => {
    events.state.refused = 'Wali 1';
    const job = await waveOf(4);
    await expect(events.bring('billing-bulk', job)).rejects.toThrow('refused');
    expect(await events.names()).toEqual(['Wali 0', 'Wali 2', 'Wali 3']);
    events.state.refused = null;
    await events.bring('billing-bulk', job);
    expect(await events.names()).toEqual(['Wali 0', 'Wali 1', 'Wali 2', 'Wali 3']);
  });

  test('when the transaction of a wave is rolled back, then none of it is sent', async () => {
    events.release();
    await expect(
      events.database.transaction(async (trx) => {
        await events.outbox.publishMany(trx, 'account.changed', accounts(60), { bulk: true });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await events.rows()).toEqual([]);
  });
});
