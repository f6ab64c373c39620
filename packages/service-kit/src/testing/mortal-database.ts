import type { Socket } from 'node:net';
import { createDatabase } from '../data/database.ts';
import { PATIENCE } from './databases.ts';

/** Before the statement with this number, right after a commit, or not at all. */
export type PointOfDeath = number | 'commit' | null;

interface Connection {
  connection: { stream: Socket };
  query(statement: string | { text: string }, ...rest: unknown[]): unknown;
}

const never = () => new Promise<never>(() => undefined);

/**
 * A database pool that dies as that of a killed process does: its connections are cut, nothing more is sent, and code
 * that waits for a statement never continues. A service on it can be tried before each of its statements within one
 * process; to start a real one for each takes a second. A program passes a `die` that ends it.
 */
export function mortalDatabase(url: string, { max, die }: { max?: number; die?: () => void } = {}) {
  const database = createDatabase(url, { name: 'mortal', ...PATIENCE, ...(max !== undefined && { max }) });
  const connections = new Set<Connection>();
  let point: PointOfDeath = null;
  let statements = 0;
  let isDead = false;
  let tellDeath: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    tellDeath = resolve;
  });

  function cut({ connection: { stream } }: Connection): void {
    // Without its listeners the driver does not learn of the end, so that no error handler runs either.
    stream.removeAllListeners().on('error', () => undefined);
    stream.destroy();
  }

  function end(): Promise<never> {
    isDead = true;
    die?.();
    for (const connection of connections) cut(connection);
    tellDeath();
    return never();
  }

  const { client } = database.knex as unknown as {
    client: { acquireConnection(): Promise<Connection>; acquireRawConnection(): Promise<Connection> };
  };
  // The pool of a dead process asks for nothing more: its retries would outlive the test and its database.
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    if (isDead) return never();
    try {
      return await acquire();
    } catch (error) {
      return isDead ? never() : Promise.reject(error as Error);
    }
  };
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    const connection = await connect();
    connections.add(connection);
    if (isDead) cut(connection);
    const send = connection.query.bind(connection);
    connection.query = (statement, ...rest) => {
      if (isDead) return never();
      statements += 1;
      if (statements === point) return end();
      const text = typeof statement === 'string' ? statement : statement.text;
      if (point === 'commit' && /^commit\b/iu.test(text)) return (send(text) as Promise<unknown>).then(end);
      return send(statement, ...rest);
    };
    return connection;
  };

  return {
    database,
    /** Settles when the point of death was reached. */
    died,
    /** Sets the point of death and counts from here; returns the number of statements since the last call. */
    arm(at: PointOfDeath): number {
      const count = statements;
      statements = 0;
      point = at;
      return count;
    },
  };
}

export type MortalDatabase = ReturnType<typeof mortalDatabase>;
