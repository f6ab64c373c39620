import { setTimeout as sleep } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import { DEFAULT_SCHEMA, quoteSchemaName, runMigrations } from 'bullmq';
import pg from 'pg';

const MAX_CONNECTIONS = 2;
const CONNECT_MS = 3000;
const KEEP_ALIVE_MS = 10_000;
/** A host that is gone answers no query; the pool then makes another connection. */
const QUERY_MS = 30_000;

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** What one queue or worker sees of the connection that listens: its own listeners on a connection of all. */
class SharedClient extends EventEmitter {
  readonly query: Query;
  readonly release: () => void;

  constructor(query: Query, release: (shared: SharedClient) => void) {
    super();
    this.query = query;
    this.release = () => release(this);
  }
}

/**
 * The connections of this process to a queue's database. By itself BullMQ opens up to three for each worker and one for
 * each queue, and each costs PostgreSQL about 3 MB; here a pool and one connection that listens serve them all.
 */
class QueueConnections {
  users = 0;
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;
  readonly #shared = new Set<SharedClient>();
  #listening: Promise<pg.Client> | undefined;
  /** The last query of the connection that listens: a client runs one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#config = {
      connectionString: url,
      options: `-c search_path=${quoteSchemaName(DEFAULT_SCHEMA)}`,
      connectionTimeoutMillis: CONNECT_MS,
    };
    this.#pool = new pg.Pool({ ...this.#config, max: MAX_CONNECTIONS, query_timeout: QUERY_MS });
    // An idle connection that ends is replaced by the next query, which reports what is wrong.
    this.#pool.on('error', () => undefined);
  }

  /** Connects and lets BullMQ migrate its own schema, one process at a time. */
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#config,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client.on('notification', (message) => {
      for (const shared of this.#shared) shared.emit('notification', message);
    });
    let ready = false;
    client.on('error', (error) => ready && this.#lose(error));
    await client.connect();
    try {
      await runMigrations(client as never, DEFAULT_SCHEMA);
      ready = true;
    } catch (error) {
      // The error above is the one to report.
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  #lose(error: Error): void {
    this.#listening = undefined;
    const users = [...this.#shared];
    this.#shared.clear();
    for (const shared of users) if (shared.listenerCount('error') > 0) shared.emit('error', error);
  }

  /** For BullMQ a pool that it did not make, and so never closes. */
  asPool(): object {
    const pool = {
      options: { keepAlive: true },
      // BullMQ listens to each pool for errors of idle connections and never takes the listener away.
      on: () => pool,
      query: (text: string, values?: unknown[]) => this.#pool.query(text, values),
      connect: async () => {
        this.#listening ??= this.#connect().catch((error: unknown) => {
          this.#listening = undefined;
          throw error;
        });
        const client = await this.#listening;
        const query: Query = (text, values) => {
          const result = this.#last.then(() => client.query(text, values));
          // The caller gets the error by `result`; the next query only waits for its turn.
          this.#last = result.catch(() => undefined);
          return result;
        };
        const shared = new SharedClient(query, (released) => this.#shared.delete(released));
        this.#shared.add(shared);
        return shared;
      },
      end: async () => undefined,
    };
    return pool;
  }

  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#pool.query(text, values);
  }

  async close(): Promise<void> {
    // A connection that never came needs no closing; those who asked for it got its error.
    const client = await this.#listening?.catch(() => undefined);
    await Promise.all([client?.end(), this.#pool.end()]);
  }
}

const open = new Map<string, QueueConnections>();

/** The connections to the database, which all buses of the process share; `release` closes them after the last bus. */
export function openQueueConnections(url: string): {
  asPool(): object;
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  release(): Promise<void>;
} {
  const connections = open.get(url) ?? new QueueConnections(url);
  open.set(url, connections);
  connections.users += 1;
  let held = true;
  return {
    asPool: () => connections.asPool(),
    query: (text, values) => connections.query(text, values),
    async release() {
      if (!held) return;
      held = false;
      connections.users -= 1;
      if (connections.users > 0) return;
      open.delete(url);
      await connections.close();
    },
  };
}

const RETRY_MS = 500;

/** The part of BullMQ's worker that its start needs; created with `autorun: false`. */
interface Startable {
  waitUntilReady(): Promise<unknown>;
  run(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a worker when its connections are ready and creates a new one after a failed start. On PostgreSQL BullMQ keeps a
 * failed start forever, and the worker would spin on it and block the process.
 */
export function startWorkerWhenReady(
  complain: (error: Error) => void,
  make: () => Startable,
): { close(): Promise<void> } {
  let worker = make();
  let closed = false;
  async function begin(): Promise<void> {
    while (!closed) {
      try {
        await worker.waitUntilReady();
        break;
      } catch (error) {
        if (error instanceof Error && !closed) complain(error);
      }
      await worker.close().catch(complain);
      await sleep(RETRY_MS);
      if (!closed) worker = make();
    }
    if (!closed) await worker.run();
  }
  void begin().catch(complain);
  return {
    close: () => {
      closed = true;
      return worker.close();
    },
  };
}
