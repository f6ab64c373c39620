import { eventSchemas, type EventPayload, type EventType, type QueueName } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Bus } from './bus.ts';
import type { Database, Db } from './database.ts';
import { eventPlace } from './outbox.ts';
import type { Sealer } from './sealing.ts';

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

/**
 * Works the events of a queue, each in one transaction with its mark in `processed_events`, so that a repeated event
 * has no second effect. What a handler throws rolls everything back and is tried again.
 */
export function startConsumers(options: {
  bus: Bus;
  database: Database;
  sealer: Sealer;
  queue: QueueName;
  handlers: Handlers;
  concurrency?: number;
  /** Runs after the commit of an event that had an effect. */
  afterCommit?: (type: EventType, id: string) => void;
}) {
  return options.bus.worker(
    options.queue,
    async (job) => {
      const type = job.type as EventType;
      const handler = options.handlers[type];
      if (!handler) throw new Error(`No handler for ${type} on ${options.queue}`);
      const payload = eventSchemas[type].parse(options.sealer.open(job.sealed, eventPlace(type, job.id)));
      const done = await options.database.transaction(async (trx) => {
        const marked = await trx('processed_events')
          .insert({ id: job.id, type })
          .onConflict('id')
          .ignore()
          .returning('id');
        if (marked.length === 0) return false;
        await handler(trx, payload as never, { id: job.id, version: job.version, requestId: job.requestId });
        return true;
      });
      if (done) options.afterCommit?.(type, job.id);
    },
    { concurrency: options.concurrency ?? 4 },
  );
}

const KEPT_DAYS = 30;
const SWEEP_AT_ONCE = 5000;

/**
 * Forgets events that were worked long ago, a bounded number at a time; answers how many. An event can only come again
 * while an outbox still has its row or a queue its job, and both are kept far shorter.
 */
export async function sweepProcessedEvents(db: Db, olderThanDays = KEPT_DAYS): Promise<number> {
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

/**
 * Keeps a copy of what another service owns: the row is written unless the copy already has this version or a newer
 * one, so that events may come late, twice or in any order. Answers whether it was written.
 */
export async function saveNewer(
  trx: Db,
  table: string,
  row: Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number },
): Promise<boolean> {
  const written = await trx(table)
    .insert(row)
    .onConflict('id')
    .merge()
    .whereRaw('excluded.version > ??.version', [table])
    .returning('id');
  return written.length > 0;
}
