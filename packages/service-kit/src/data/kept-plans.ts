/** How the names of statements begin that had none. */
export const KEPT = 'kept ';
/** How often a statement comes before it gets a name. */
const AFTER = 5;
/** Every connection keeps the plan of each name, some ten kilobytes in PostgreSQL. */
const MOST_NAMES = 120;
/** A read by an id finds the same few rows by the same index, whichever id it is. */
const BY_ID = /id" = \$\d/u;
/** Statements that are counted; a text that came seldom is forgotten with all others. */
const MOST_COUNTED = 1000;

/** A statement as the client of PostgreSQL takes it. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
}

/** What is needed of a connection; `getTransactionStatus` is `T` inside a transaction. */
export interface PlanningConnection {
  query(statement: unknown, ...rest: unknown[]): unknown;
  getTransactionStatus(): string | null;
}

/** A named statement whose columns a migration has changed since it was planned. */
const isStale = (error: unknown) =>
  error instanceof Error && error.message.includes('cached plan must not change result type');

const isStatement = (given: unknown): given is Statement =>
  typeof given === 'object' && given !== null && 'text' in given && !('submit' in given);

/**
 * Gives names to the statements that transactions run again and again, and to reads by an id, so that a connection plans
 * them once: for a small write PostgreSQL needs three times as long to plan as to run it. Lists are planned for each value
 * of their filters, except the ones that have a name. A migration that changes a table's columns leaves plans behind that fail: then
 * every statement gets another name; a read is sent again, a transaction has to be.
 * @see https://www.postgresql.org/docs/current/sql-prepare.html
 */
export function createPlanKeeper(): (connection: PlanningConnection) => void {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let epoch = 0;

  function nameOf({ text, values = [] }: Statement): string | undefined {
    if (values.length === 0) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= MOST_COUNTED) counts.clear();
    counts.set(text, count);
    if (count < AFTER) return undefined;
    counts.delete(text);
    names.set(text, `${KEPT}${names.size}`);
    return names.get(text);
  }

  return (connection) => {
    // What wraps the method, of this connection or later of the class, sees every statement.
    const from: object = Object.hasOwn(connection, 'query')
      ? { query: connection.query.bind(connection) }
      : (Object.getPrototypeOf(connection) as object);
    const send: PlanningConnection['query'] = (...args) =>
      Reflect.apply(Reflect.get(from, 'query') as PlanningConnection['query'], connection, args);
    connection.query = (given, ...rest) => {
      if (!isStatement(given)) return send(given, ...rest);
      const inTransaction = connection.getTransactionStatus() === 'T';
      const name = given.name ?? (inTransaction || BY_ID.test(given.text) ? nameOf(given) : undefined);
      if (name === undefined) return send(given, ...rest);
      const run = (...more: unknown[]) =>
        send({ ...given, name: epoch > 0 ? `${name} ${epoch}` : name }, ...more);
      const [callback] = rest;
      if (typeof callback === 'function') {
        return run((error: unknown, result: unknown) => {
          if (isStale(error)) epoch += 1;
          callback(error, result);
        });
      }
      return (run() as Promise<unknown>).catch((error: unknown) => {
        if (!isStale(error)) throw error;
        epoch += 1;
        if (inTransaction) throw error;
        return run();
      });
    };
  };
}
