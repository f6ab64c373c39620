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
/** On their way to the queue together: they wait for its store, not for each other. */
const ADDS_AT_ONCE = 20;
const POLL_MS = 1000;
/** More than what a store that is written to its disk each second can lose. */
const TAIL_SECONDS = 15;

/** Place of a sealed event: its own id and type, so that a payload cannot be moved to another event. */
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

/** Makes `publish`: writes the outbox rows of an event in the caller's transaction and wakes the relay at its commit. */
export function createOutbox(sealer: Sealer) {
  /** The same for many events of a kind: a few statements whatever their number. */
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
    // Nobody may be listening (yet).
    if (rows.length === 0) return;
    // Arrays: thousands of rows are as few parameters as one. The relay is woken by the statement that writes: one less
    // for the rows that a transaction keeps locked meanwhile.
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

/** Age in seconds of the oldest row that waits; 0 where none does. For the metrics (reliability G20). */
async function outboxAge(db: Db): Promise<number> {
  const { rows } = await db.raw(
    'select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from outbox where relayed_at is null',
  );
  return (rows as { age: number }[])[0]?.age ?? 0;
}

/** How many rows wait. For the metrics. */
async function outboxWaiting(db: Db): Promise<number> {
  const { rows } = await db.raw('select count(*)::int as n from outbox where relayed_at is null');
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/**
 * Carries outbox rows to the queue: woken by NOTIFY, with a poll each second as a net. Rows are taken with
 * SKIP LOCKED, so that several relays share the work; a row is marked only after the queue has it.
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
   * A queue that was emptied since gets again what it had; one that was only started again gets what it had last,
   * because a store that writes each second may have lost that. Nothing is lost with it, and consumers skip what they did.
   */
  async function recover(): Promise<void> {
    const present = await bus.generation();
    if (present === generation) return;
    await database.knex.raw(
      `update outbox o set
         relayed_at = case
           when split_part(o.relayed_to, '/', 1) = split_part(:present, '/', 1)
             and o.relayed_at < life.ended - make_interval(secs => :tail) then o.relayed_at
         end,
         relayed_to = :present
       from (select relayed_to, max(relayed_at) as ended from outbox where relayed_at is not null group by 1) life
       where o.relayed_at is not null and o.relayed_to is distinct from :present
         and life.relayed_to is not distinct from o.relayed_to`,
      { present, tail: TAIL_SECONDS },
    );
    generation = present;
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
        const failed = added.find((one) => one.status === 'rejected');
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
