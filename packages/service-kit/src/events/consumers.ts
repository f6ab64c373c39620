import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_QUEUES, type QueueName, type Wave, waveSchema } from '@gerbang/contracts/event-queues';
import { eventSchemas, type EventPayload, type EventType } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Bus } from './bus.ts';
import { type BusJob, UnreadableEvent } from './bus-job.ts';
import { type Database, type Db, preparedIn } from '../data/database.ts';
import { eventAad } from './outbox.ts';
import { SWEEP_OUTBOXES } from './relay.repository.ts';
import type { Sealer } from '../data/sealing.ts';
import { Semaphore } from '../program/semaphore.ts';
import type { Lane } from './pressure.ts';

export interface EventMeta {
  readonly id: string;
  readonly version: number;
  readonly requestId: string | undefined;
}

export type Handlers = {
  readonly [T in EventType]?: (
    trx: Knex.Transaction,
    payload: EventPayload<T>,
    meta: EventMeta,
  ) => Promise<void>;
};

/** An event of a batch. */
export interface BatchEvent<T extends EventType> {
  readonly payload: EventPayload<T>;
  readonly meta: EventMeta;
}

/** Handlers of events that arrive in thousands: each call gets all that arrived during the previous one. */
export type BatchHandlers = {
  readonly [T in EventType]?: (trx: Knex.Transaction, events: readonly BatchEvent<T>[]) => Promise<void>;
};

const USUAL_CONCURRENCY = 4;
const BATCH_CONCURRENCY = 50;
/** Jobs wait for a free place without a limit; this is the longest timer that Node supports. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface ConsumerOptions {
  bus: Bus;
  database: Database;
  sealer: Sealer;
  queue: QueueName;
  handlers: Handlers;
  batches?: BatchHandlers;
  /** Runs after the commit of an event that had an effect. */
  afterCommit?: (type: EventType, id: string) => void;
}

type Work = (trx: Knex.Transaction, events: readonly BatchEvent<EventType>[]) => Promise<void>;

/** Marks events as handled; returns those that were not. */
const MARK = `insert into processed_events (id, type) select id, $2 from unnest($1::uuid[]) as id
  on conflict (id) do nothing returning id`;

/** The payload of an event; throws `UnreadableEvent` where this release knows another shape. */
export function readPayload<T extends EventType>(type: T, payload: unknown): EventPayload<T> {
  const read = eventSchemas[type].safeParse(payload);
  // The message names the fields and never their values.
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join('.'));
    throw new UnreadableEvent(`${type} has another shape: ${[...new Set(fields)].join(', ')}`);
  }
  return read.data as EventPayload<T>;
}

/** Handles events in one transaction, without those that are marked as handled. */
function transactions({ database, sealer, queue, handlers, batches = {}, afterCommit }: ConsumerOptions) {
  const opened = (job: BusJob): unknown => sealer.open(job.sealed, eventAad(job.type, job.id));

  const eventOf = (
    type: EventType,
    event: { id: string; version: number; payload: unknown },
    requestId: string | undefined,
  ): BatchEvent<EventType> => ({
    payload: readPayload(type, event.payload) as never,
    meta: { id: event.id, version: event.version, requestId },
  });

  const onlyHandler = (type: EventType): Work => {
    const handler = handlers[type];
    if (!handler) throw new UnreadableEvent(`No handler for ${type} on ${queue}`);
    return async (trx, events) => {
      for (const { payload, meta } of events) await handler(trx, payload as never, meta);
    };
  };

  async function together(
    type: EventType,
    events: readonly BatchEvent<EventType>[],
    work: Work,
  ): Promise<void> {
    const done = await database.transaction(async (trx) => {
      const ids = events.map(({ meta: { id } }) => id);
      const marked = await preparedIn(trx)<{ id: string }>('events_mark', MARK, [ids, type]);
      const fresh = new Set(marked.map(({ id }) => id));
      // The same job twice in one batch is one event.
      const due = events.filter(({ meta: { id } }) => fresh.delete(id));
      if (due.length > 0) await work(trx, due);
      return due;
    });
    for (const { meta } of done) afterCommit?.(type, meta.id);
  }

  const one = (job: BusJob) =>
    eventOf(job.type as EventType, { ...job, payload: opened(job) }, job.requestId);

  /** Events in one transaction; where that fails, each in one of its own, so that one bad event does not fail the others. */
  async function togetherOrAlone<T>(
    type: EventType,
    items: readonly T[],
    eventOfItem: (item: T) => BatchEvent<EventType>,
    work: Work,
  ): Promise<void> {
    try {
      await together(type, items.map(eventOfItem), work);
    } catch (error) {
      if (items.length === 1) throw error;
      const alone = async (item: T) => together(type, [eventOfItem(item)], work);
      let failed: unknown;
      for (const item of items) {
        await alone(item).catch((reason: unknown) => {
          // A failure is tried again sooner than what only a newer program can read.
          if (failed === undefined || !(reason instanceof UnreadableEvent)) failed = reason;
        });
      }
      if (failed !== undefined) throw failed;
    }
  }

  return {
    /** The event of a job. */
    one,
    /** The items of a wave's job, and the event of each. */
    wave: (job: BusJob) => ({
      items: waveSchema.parse(opened(job)),
      event: ({ id, version, payload }: Wave[number]) =>
        eventOf(job.type as EventType, { id, version, payload }, job.requestId),
    }),
    batchHandler: (type: EventType) => batches[type] as Work | undefined,
    onlyHandler,
    together,
    togetherOrAlone,
  };
}

/**
 * Handles the events of a queue, each in one transaction with its mark in `processed_events`, so that a repeated event
 * has no second effect. When a handler throws, the transaction is rolled back and the event is retried; an event of a newer
 * release stays in the queue until a program can read it. Events with a batch handler share a transaction with those that arrived during the previous one.
 */
export function startConsumers(
  options: ConsumerOptions & {
    concurrency?: number;
    /** Types that may wait while the portal is busy, one at a time at this lane's pace. */
    paced?: { readonly types: readonly EventType[]; readonly lane: Pick<Lane, 'run'> };
  },
) {
  const { bus, queue, paced, concurrency = USUAL_CONCURRENCY } = options;
  const others = new Semaphore(concurrency, LONGEST_TIMER_MS);
  const batchedByType = new Map<EventType, (jobs: readonly BusJob[]) => Promise<void>>();
  const { one, batchHandler, onlyHandler, together, togetherOrAlone } = transactions(options);

  const apart = async (type: EventType, jobs: readonly BusJob[]) =>
    togetherOrAlone(type, jobs, one, onlyHandler(type));

  /** Jobs that fail together are tried again one by one by `batched`, and then the events of each. */
  const batchOf = (type: EventType, work: Work) =>
    batched<readonly BusJob[]>(async (some) => {
      const [only, ...more] = some;
      if (only && more.length === 0) return togetherOrAlone(type, only, one, work);
      return together(type, some.flat().map(one), work);
    });

  return bus.worker(
    queue,
    (job) => {
      const jobs = job.events ?? [job];
      const type = (jobs[0] ?? job).type as EventType;
      const handleBatch = batchHandler(type);
      if (paced?.types.includes(type)) return paced.lane.run(() => apart(type, jobs));
      if (!handleBatch) return others.run(async () => apart(type, jobs));
      const add = batchedByType.get(type) ?? batchOf(type, handleBatch);
      batchedByType.set(type, add);
      return add(jobs);
    },
    { concurrency: options.batches ? BATCH_CONCURRENCY : concurrency },
  );
}

/**
 * Handles the waves of a queue's bulk work with the same handlers, one wave after the other at the lane's pace. When a
 * wave fails, its events are handled one by one, so that one bad event does not fail the others.
 */
export function startBulkConsumers(options: ConsumerOptions & { lane: Pick<Lane, 'run'> }) {
  const { bus, queue, lane } = options;
  const bulkQueue = BULK_QUEUES[queue];
  const { wave, batchHandler, onlyHandler, togetherOrAlone } = transactions(options);

  const work = async (job: BusJob): Promise<void> => {
    const type = job.type as EventType;
    const handler = batchHandler(type) ?? onlyHandler(type);
    const { items, event } = wave(job);
    await togetherOrAlone(type, items, event, handler);
  };
  if (bulkQueue !== undefined) bus.worker(bulkQueue, (job) => lane.run(() => work(job)), { concurrency: 1 });
}

/**
 * Collects the items that arrive while `work` runs and passes them to its next call, at most `max` at once; with
 * `gatherMs` also those that arrive within so many milliseconds after the first. When a batch fails, its items are retried
 * one by one, so that one bad item does not fail the others.
 */
export function batched<T>(
  work: (items: readonly T[]) => Promise<void>,
  max = Number.POSITIVE_INFINITY,
  gatherMs?: () => number,
): (item: T) => Promise<void> {
  const waiting: { item: T; settle: (outcome: Promise<void>) => void }[] = [];
  let busy = false;

  async function run(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      if (gatherMs) await sleep(gatherMs());
      const batch = waiting.splice(0, max);
      try {
        await work(batch.map(({ item }) => item));
        for (const { settle } of batch) settle(Promise.resolve());
      } catch (error) {
        if (batch.length === 1) batch[0]?.settle(Promise.reject(error));
        else {
          for (const { item, settle } of batch) {
            const outcome = work([item]);
            settle(outcome);
            await Promise.allSettled([outcome]);
          }
        }
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve) => {
      waiting.push({ item, settle: resolve });
      if (!busy) void run();
    });
}

const KEPT_DAYS = 30;
const DELETE_BATCH = 5000;

/**
 * Deletes the marks of events that were handled long ago, in batches; returns how many. An event can only repeat while
 * an outbox has its row or a queue its job, and both are kept for a shorter time.
 */
export async function deleteOldProcessedEvents(db: Db): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await db.raw(
      `delete from processed_events where id in (
         select id from processed_events where processed_at < now() - interval '${KEPT_DAYS} days'
         order by processed_at limit ${DELETE_BATCH} for update skip locked)`,
    );
    deleted += rowCount as number;
    if (rowCount < DELETE_BATCH) return deleted;
  }
}

/** Deletes what no rule reads any more of the tables of every service: sent events, stored responses, processed events. */
export async function sweepKitTables(db: Db): Promise<void> {
  await db.raw(`
    ${SWEEP_OUTBOXES}
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(db);
}
