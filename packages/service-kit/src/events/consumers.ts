import { eventSchemas, type EventPayload, type EventType, type QueueName } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Bus, BusJob } from './bus.ts';
import type { Database, Db } from '../data/database.ts';
import { eventAad } from './outbox.ts';
import type { Sealer } from '../data/sealing.ts';
import { Semaphore } from '../program/semaphore.ts';

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

/** An event of a wave. */
export interface BatchEvent<T extends EventType> {
  readonly payload: EventPayload<T>;
  readonly meta: EventMeta;
}

/** What is done with the events of a kind that come in thousands: as many at once as have come meanwhile. */
export type BatchHandlers = {
  readonly [T in EventType]?: (trx: Knex.Transaction, events: readonly BatchEvent<T>[]) => Promise<void>;
};

const USUAL_CONCURRENCY = 4;
const WAVE_CONCURRENCY = 50;
/** Jobs wait as long as it takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Works the events of a queue, each in one transaction with its mark in `processed_events`, so that a repeated event
 * has no second effect. What a handler throws rolls everything back and is tried again. Events with a handler of waves
 * share a transaction with those that came while the one before was at work.
 */
export function startConsumers(options: {
  bus: Bus;
  database: Database;
  sealer: Sealer;
  queue: QueueName;
  handlers: Handlers;
  batches?: BatchHandlers;
  concurrency?: number;
  /** Runs after the commit of an event that had an effect. */
  afterCommit?: (type: EventType, id: string) => void;
}) {
  const { bus, database, sealer, queue, handlers, batches = {}, concurrency = USUAL_CONCURRENCY } = options;
  const others = new Semaphore(concurrency, LONGEST_TIMER_MS);
  const riding = new Map<EventType, (job: BusJob) => Promise<void>>();

  const opened = (type: EventType, job: BusJob): BatchEvent<EventType> => ({
    payload: eventSchemas[type].parse(sealer.open(job.sealed, eventAad(type, job.id))) as never,
    meta: { id: job.id, version: job.version, requestId: job.requestId },
  });

  /** Works events that are not marked yet, all in one transaction; answers whose effect was committed. */
  async function together(
    type: EventType,
    jobs: readonly BusJob[],
    work: (trx: Knex.Transaction, events: readonly BatchEvent<EventType>[]) => Promise<void>,
  ): Promise<void> {
    const events = jobs.map((job) => opened(type, job));
    const done = await database.transaction(async (trx) => {
      const marked: { id: string }[] = await trx('processed_events')
        .insert(events.map(({ meta: { id } }) => ({ id, type })))
        .onConflict('id')
        .ignore()
        .returning('id');
      const fresh = new Set(marked.map(({ id }) => id));
      // The same job twice in one wave is one event.
      const due = events.filter(({ meta: { id } }) => fresh.delete(id));
      if (due.length > 0) await work(trx, due);
      return due;
    });
    for (const { meta } of done) options.afterCommit?.(type, meta.id);
  }

  function alone(type: EventType, job: BusJob): Promise<void> {
    const handler = handlers[type];
    if (!handler) throw new Error(`No handler for ${type} on ${queue}`);
    return together(type, [job], async (trx, events) => {
      for (const { payload, meta } of events) await handler(trx, payload as never, meta);
    });
  }

  return bus.worker(
    queue,
    (job) => {
      const type = job.type as EventType;
      const wave = batches[type] as Parameters<typeof together>[2] | undefined;
      if (!wave) return others.run(async () => alone(type, job));
      const ride = riding.get(type) ?? batched((jobs) => together(type, jobs, wave));
      riding.set(type, ride);
      return ride(job);
    },
    { concurrency: options.batches ? WAVE_CONCURRENCY : concurrency },
  );
}

/**
 * Gathers what comes while the work before is going on and does it together, at most so many at once. When a wave fails,
 * each of it is tried by itself, so that one that cannot be done holds up no other.
 */
export function batched<T>(
  work: (items: readonly T[]) => Promise<void>,
  most = Number.POSITIVE_INFINITY,
): (item: T) => Promise<void> {
  const waiting: { item: T; settle: (outcome: Promise<void>) => void }[] = [];
  let busy = false;

  async function run(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const wave = waiting.splice(0, most);
      try {
        await work(wave.map(({ item }) => item));
        for (const { settle } of wave) settle(Promise.resolve());
      } catch (error) {
        if (wave.length === 1) wave[0]?.settle(Promise.reject(error));
        else {
          for (const { item, settle } of wave) {
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
const SWEEP_AT_ONCE = 5000;

/**
 * Forgets events that were worked long ago, a bounded number at a time; answers how many. An event can only come again
 * while an outbox still has its row or a queue its job, and both are kept far shorter.
 */
export async function deleteOldProcessedEvents(db: Db, olderThanDays = KEPT_DAYS): Promise<number> {
  let swept = 0;
  for (;;) {
    const { rowCount } = await db.raw(
      `delete from processed_events where id in (
         select id from processed_events where processed_at < now() - make_interval(days => ?)
         order by processed_at limit ${SWEEP_AT_ONCE} for update skip locked)`,
      [olderThanDays],
    );
    swept += rowCount as number;
    if (rowCount < SWEEP_AT_ONCE) return swept;
  }
}
