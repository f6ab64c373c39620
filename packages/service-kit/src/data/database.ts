import type { Socket } from 'node:net';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Tracing } from '../program/spans.ts';
import { currentTracing, traced } from '../program/tracing.ts';
import { createPlanKeeper, type PlanningConnection } from './kept-plans.ts';
import { gatherRows, writeGathered } from './last-rows.ts';

export type Db = Knex | Knex.Transaction;
export type Database = ReturnType<typeof createDatabase>;

const DATE = 1082;
const INT8 = 20;
const parserOf: (oid: number, format: 'text' | 'binary') => (value: string) => unknown =
  pg.types.getTypeParser;
/** Serialization failures, deadlocks, and plans that a migration made stale. */
const RETRYABLE = new Set(['40001', '40P01', '0A000']);

/** int8 as a number; throws where JavaScript cannot represent it exactly. */
export function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('An integer of the database is too large');
  return value;
}

// Dates stay texts (a JavaScript Date is a day early east of Greenwich), int8 are checked numbers.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return exactInteger;
    return parserOf(oid, format ?? 'text');
  },
};

/** The part of knex's pool that the metrics need. */
interface Tarn {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

const DEFAULT_WAIT_MS = 3000;
/** How long beyond a statement's limit the server may be silent: a commit has none. */
const GRACE_MS = 7000;

/** A client of PostgreSQL as the pool holds it. */
interface Client extends PlanningConnection {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/** Ends a connection whose statement gets no word: its host is gone, and the kernel would wait for a quarter of an hour. */
function endWhenSilent(client: Client, silentMs: number): void {
  const { stream } = client.connection;
  stream.setTimeout(silentMs).on('timeout', () => {
    if (!client.readyForQuery) stream.destroy(new Error('Connection terminated: the database is silent'));
  });
}

/** Lets each statement of a transaction that reads every row take so long; what uses its connection later waits as usual. */
export async function waitLonger(trx: Knex.Transaction, ms: number): Promise<void> {
  const { stream } = ((await trx.client.acquireConnection()) as Client).connection;
  const { timeout: usual = 0 } = stream;
  const waitAsUsual = () => stream.setTimeout(usual);
  stream.setTimeout(ms + GRACE_MS);
  trx.executionPromise.then(waitAsUsual, waitAsUsual);
  await trx.raw(`set local statement_timeout = ${ms}`);
}

/** Runs a named statement, which a connection plans once, and returns its rows. */
export type Prepared = <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

/** What the pool's connections offer beside the query builder. */
interface Connection {
  query(
    statement: string | { name: string; text: string; values: readonly unknown[] },
  ): Promise<{ rows: unknown[] }>;
  /** Makes knex drop the connection instead of lending it again. */
  __knex__disposed?: unknown;
}

function preparedOn(connection: Connection): Prepared {
  return async function prepared<Row>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { rows } = await traced(
      name,
      () => statement(name),
      () => connection.query({ name, text, values }),
    );
    return rows as Row[];
  };
}

/** A statement says its name or its verb alone: its text and values may be personal data. */
const statement = (operation: string) =>
  ({
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
  }) as const;

/** What knex reports of a statement. */
interface KnexQuery {
  readonly __knexQueryUid: string;
  readonly sql: string;
}

/** Spans of the query builder's statements. */
function traceQueries(knex: Knex, tracing: Tracing): void {
  const running = new Map<string, (failed: boolean) => void>();
  const end = (id: string, failed: boolean) => {
    running.get(id)?.(failed);
    running.delete(id);
  };
  knex.on('query', ({ __knexQueryUid: id, sql }: KnexQuery) => {
    const verb = /^\s*(\w+)/u.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
    running.set(id, tracing.begin(verb, statement(verb)));
  });
  knex.on('query-response', (_response: unknown, { __knexQueryUid: id }: KnexQuery) => end(id, false));
  knex.on('query-error', (_error: unknown, { __knexQueryUid: id }: KnexQuery) => end(id, true));
}

/** Named statements inside a transaction of the query builder. */
export function preparedIn(trx: Knex.Transaction): Prepared {
  return async function prepared<Row>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    // A transaction has one connection, which it does not give back before its end.
    const connection = (await trx.client.acquireConnection()) as Connection;
    return preparedOn(connection)<Row>(name, text, values);
  };
}

/** What is left to do at the end of each running transaction. */
const lastSteps = new WeakMap<Knex.Transaction, (() => Promise<void>)[]>();

/**
 * Does this as the last of a transaction (`Database.transaction`), so that others wait for what it locks no longer than for
 * the commit; where it throws, nothing of the transaction is kept.
 */
export function beforeCommit(trx: Knex.Transaction, work: () => Promise<void>): void {
  const steps = lastSteps.get(trx);
  if (!steps) throw new Error('The end of this transaction is not known');
  steps.push(work);
}

async function withLastSteps<T>(
  trx: Knex.Transaction,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const steps: (() => Promise<void>)[] = [];
  lastSteps.set(trx, steps);
  gatherRows(trx);
  const result = await work(trx);
  await writeGathered(trx);
  for (const step of steps) await step();
  await writeGathered(trx, { isLast: true });
  return result;
}

/** Makes the transaction read one snapshot and write nothing. */
export async function readSnapshot(trx: Db): Promise<void> {
  await trx.raw('set transaction isolation level repeatable read read only');
}

/** A connection pool to the service's database. Statements time out after 3 s, idle transactions after 10 s. */
export function createDatabase(
  url: string,
  options: {
    max?: number;
    name?: string;
    /** Time limit for a statement and for a free connection; tests on a busy machine use a longer one. */
    waitMs?: number;
    /** How long a statement's connection may be silent. */
    silentMs?: number;
  } = {},
) {
  const { waitMs = DEFAULT_WAIT_MS, silentMs = waitMs + GRACE_MS } = options;
  const keepPlans = createPlanKeeper();
  const knex = knexFactory({
    client: 'pg',
    // Otherwise the message of a failed statement, and so the log, would contain the values.
    compileSqlOnError: false,
    connection: {
      connectionString: url,
      types,
      application_name: options.name ?? 'gerbang',
      statement_timeout: waitMs,
      lock_timeout: waitMs - 500,
      idle_in_transaction_session_timeout: waitMs + GRACE_MS,
      connectionTimeoutMillis: waitMs,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: options.max ?? 10,
      afterCreate: (connection: Client, done: (error: null, connection: Client) => void) => {
        keepPlans(connection);
        endWhenSilent(connection, silentMs);
        done(null, connection);
      },
    },
    acquireConnectionTimeout: waitMs,
  });

  const tracing = currentTracing();
  if (tracing) traceQueries(knex, tracing);

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = (await knex.client.acquireConnection()) as Connection;
    try {
      return await work(connection);
    } finally {
      await knex.client.releaseConnection(connection);
    }
  }

  async function inTransaction<T>(connection: Connection, work: (run: Prepared) => Promise<T>): Promise<T> {
    await connection.query('begin');
    try {
      const result = await work(preparedOn(connection));
      await connection.query('commit');
      return result;
    } catch (error) {
      await connection.query('rollback').catch((failure: unknown) => {
        connection.__knex__disposed ??= failure;
      });
      throw error;
    }
  }

  /** Deadlocks, serialization failures and stale plans are retried up to three times. */
  async function retried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt > 3 || !RETRYABLE.has(String((error as { code?: unknown }).code))) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30 * attempt));
      }
    }
  }

  const prepared: Prepared = <Row>(name: string, text: string, values: readonly unknown[]) =>
    withConnection((connection) => preparedOn(connection)<Row>(name, text, values));

  return {
    knex,
    /** Runs `work` in one transaction; deadlocks and serialization failures are retried up to three times. */
    transaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
      return retried(() => knex.transaction((trx) => withLastSteps(trx, work)));
    },
    /** The same with named statements and without the query builder; for the most frequent writes. */
    preparedTransaction<T>(work: (run: Prepared) => Promise<T>): Promise<T> {
      return retried(() => withConnection((connection) => inTransaction(connection, work)));
    },
    /** Runs one named statement; for the most frequent reads. */
    prepared,
    /** Connections of the pool: in use, idle, the callers waiting for one, and the maximum. */
    pool(): { used: number; free: number; waiting: number; limit: number } {
      const { pool } = knex.client as { pool: Tarn };
      return {
        used: pool.numUsed(),
        free: pool.numFree(),
        waiting: pool.numPendingAcquires(),
        limit: pool.max,
      };
    },
    async ping(): Promise<void> {
      await knex.raw('select 1');
    },
    async close(): Promise<void> {
      await knex.destroy();
    },
  };
}
