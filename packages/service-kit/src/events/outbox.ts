import {
  eventSchemas,
  queuesOf,
  type EventPayload,
  type EventType,
  type QueueName,
} from '@gerbang/contracts/events';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Bus } from './bus.ts';
import type { Database, Db } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { Metrics } from '../program/metrics.ts';
import type { Sealer } from '../data/sealing.ts';

const CHANNEL = 'outbox';
const BATCH = 200;
/** Jobs that are added to the queue concurrently. */
const ADDS_AT_ONCE = 20;
const POLL_MS = 1000;
/** More than Redis can lose when it writes to disk each second. */
const TAIL_SECONDS = 15;

/** The additional authenticated data of a sealed event, so that a payload cannot be moved to another event. */
export function eventAad(type: string, id: string): string {
  return `event:${type}:${id}`;
}

interface PublishOptions {
  readonly version?: number;
  readonly requestId?: string;
}

interface PublishManyOptions<T extends EventType> {
  readonly versionOf?: (payload: EventPayload<T>) => number;
  readonly requestId?: string;
}

/** Writes events to the outbox in the caller's transaction; the commit wakes the relay. */
export function createOutbox(sealer: Sealer) {
  /** Publishes many events of a type in one statement. */
  async function publishMany<T extends EventType>(
    trx: Db,
    type: T,
    payloads: readonly EventPayload<T>[],
    options: PublishManyOptions<T> = {},
  ): Promise<void> {
    const rows = payloads.flatMap((payload) => {
      const checked = eventSchemas[type].parse(payload) as EventPayload<T>;
      const version = options.versionOf?.(payload) ?? 1;
      return queuesOf(type, checked).map((queue) => {
        const id = uuidv7();
        return { id, version, queue, sealed: sealer.seal(checked, eventAad(type, id)) };
      });
    });
    // No service listens to this event.
    if (rows.length === 0) return;
    // Arrays keep the number of parameters constant. The same statement notifies the relay, which saves a round trip
    // while the transaction holds its locks.
    await trx.raw(
      `insert into outbox (id, type, version, queue, sealed, request_id)
       select id, ?, version, queue, sealed, ?
       from unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[]) as e(id, version, queue, sealed)
       returning pg_notify(?, '')`,
      [
        type,
        options.requestId ?? null,
        rows.map(({ id }) => id),
        rows.map(({ version }) => version),
        rows.map(({ queue }) => queue),
        rows.map(({ sealed }) => sealed),
        CHANNEL,
      ],
    );
  }

  return {
    publishMany,
    async publish<T extends EventType>(
      trx: Db,
      type: T,
      payload: EventPayload<T>,
      { version = 1, requestId }: PublishOptions = {},
    ): Promise<void> {
      await publishMany(trx, type, [payload], { versionOf: () => version, ...(requestId && { requestId }) });
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Age in seconds of the oldest unsent row; 0 if there is none. For the metrics. */
async function outboxAge(db: Db): Promise<number> {
  const { rows } = await db.raw(
    'select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from outbox where relayed_at is null',
  );
  return (rows as { age: number }[])[0]?.age ?? 0;
}

/** The number of unsent rows. For the metrics. */
async function outboxWaiting(db: Db): Promise<number> {
  const { rows } = await db.raw('select count(*)::int as n from outbox where relayed_at is null');
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/**
 * Moves outbox rows to the queue, woken by NOTIFY and by a poll each second. Rows are locked with SKIP LOCKED, so that
 * several relays share the work; a row is marked as sent only after the queue has it.
 */
export function startRelay(options: {
  url: string;
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics?: Metrics;
}) {
  const { database, bus, logger } = options;
  let closed = false;
  let running: Promise<void> | null = null;
  let again = false;
  let listener: pg.Client | null = null;
  let generation = '';
  let failing = false;

  /**
   * Sends again what the queue's store may have lost: all rows if it was emptied, the last seconds if it restarted, because
   * it writes to disk each second. Consumers skip the events that they have handled.
   */
  async function recover(): Promise<void> {
    const current = await bus.generation();
    if (current === generation) return;
    await database.knex.raw(
      `update outbox o set
         relayed_at = case
           when split_part(o.relayed_to, '/', 1) = split_part(:current, '/', 1)
             and o.relayed_at < life.ended - make_interval(secs => :tail) then o.relayed_at
         end,
         relayed_to = :current
       from (select relayed_to, max(relayed_at) as ended from outbox where relayed_at is not null group by 1) life
       where o.relayed_at is not null and o.relayed_to is distinct from :current
         and life.relayed_to is not distinct from o.relayed_to`,
      { current, tail: TAIL_SECONDS },
    );
    generation = current;
  }

  async function batch(): Promise<number> {
    return database.knex.transaction(async (trx) => {
      const rows = await trx('outbox')
        .whereNull('relayed_at')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .select('id', 'type', 'version', 'queue', 'sealed', 'request_id');
      for (let from = 0; from < rows.length; from += ADDS_AT_ONCE) {
        const added = await Promise.allSettled(
          rows.slice(from, from + ADDS_AT_ONCE).map((row) =>
            bus.add(row.queue as QueueName, {
              id: row.id,
              type: row.type,
              version: row.version,
              sealed: row.sealed,
              ...(row.request_id && { requestId: row.request_id }),
            }),
          ),
        );
        const failed = added.find((result) => result.status === 'rejected');
        if (failed) throw failed.reason;
      }
      if (rows.length > 0) {
        await trx('outbox')
          .whereIn(
            'id',
            rows.map((row) => row.id),
          )
          .update({ relayed_at: trx.fn.now(), relayed_to: generation });
      }
      return rows.length;
    });
  }

  async function drain(): Promise<void> {
    do {
      again = false;
      await recover();
      while (!closed && (await batch()) === BATCH);
    } while (again && !closed);
    failing = false;
  }

  function wake(): void {
    again = true;
    if (closed || running) return;
    running = drain()
      .catch((error: unknown) => {
        if (!failing) logger.warn({ err: error }, 'outbox relay will try again each second');
        failing = true;
      })
      .finally(() => {
        running = null;
      });
  }

  async function listen(): Promise<void> {
    if (closed || listener) return;
    const client = new pg.Client({ connectionString: options.url, application_name: 'outbox-relay' });
    listener = client;
    const lost = () => {
      if (listener === client) listener = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', wake);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      lost();
      logger.warn({ err: error }, 'outbox relay listens by polling until the database is back');
    }
  }

  options.metrics?.gauge('outbox_age_seconds', 'Age of the oldest event that waits', () =>
    outboxAge(database.knex),
  );
  options.metrics?.gauge('outbox_waiting', 'Events that wait for the queue', () =>
    outboxWaiting(database.knex),
  );
  const timer = setInterval(() => {
    wake();
    void listen();
  }, POLL_MS);
  void listen();
  wake();

  return {
    wake,
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await running;
      await listener?.end();
    },
  };
}
