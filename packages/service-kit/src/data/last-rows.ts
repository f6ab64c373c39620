import type { Knex } from 'knex';

/** As in `database.ts`, which needs this file. */
type Db = Knex | Knex.Transaction;

/** The channel on which a commit wakes the relay. */
export const OUTBOX_CHANNEL = 'outbox';

/** A table that changes add rows to and never read. */
interface LastTable {
  readonly name: string;
  /** SQL that writes its rows from a jsonb array, given as a parameter. */
  readonly insert: (json: string) => string;
}

interface Gathered {
  readonly rows: Map<LastTable, object[]>;
  /** What the commit notifies the relay of. */
  readonly wakes: Set<string>;
}

const gathered = new WeakMap<Db, Gathered>();
const nothing = (): Gathered => ({ rows: new Map(), wakes: new Set() });

/** From now on the rows of this transaction wait for `writeGathered`. */
export const gatherRows = (trx: Db): void => void gathered.set(trx, nothing());

/**
 * Adds rows of the trail or the outbox. Those of one transaction are written together, by its last statement: a change has
 * an entry of the trail, a copy and a message. Outside of `Database.transaction` they are written at once. `wake` = what the
 * commit notifies the relay of.
 */
export async function writeLast(
  db: Db,
  table: LastTable,
  rows: readonly object[],
  wake?: string,
): Promise<void> {
  if (rows.length === 0) return;
  const waiting = gathered.get(db);
  const { rows: known, wakes } = waiting ?? nothing();
  const some = known.get(table) ?? [];
  some.push(...rows);
  known.set(table, some);
  if (wake !== undefined) wakes.add(wake);
  if (!waiting) await write(db, { rows: known, wakes });
}

/** Writes what waits in this transaction; after the last time rows are written at once, so that none waits in vain. */
export async function writeGathered(
  trx: Db,
  { isLast = false }: { readonly isLast?: boolean } = {},
): Promise<void> {
  const waiting = gathered.get(trx);
  if (!waiting) return;
  if (isLast) gathered.delete(trx);
  else gatherRows(trx);
  if (waiting.rows.size > 0) await write(trx, waiting);
}

async function write(db: Db, { rows, wakes }: Gathered): Promise<void> {
  const tables = [...rows].toSorted(([one], [other]) => (one.name < other.name ? -1 : 1));
  const written = tables.map(([{ name, insert }]) => `${name} as (${insert('?')})`).join(', ');
  const wake =
    wakes.size > 0 ? `select pg_notify('${OUTBOX_CHANNEL}', wake) from unnest(?::text[]) as wake` : 'select';
  await db.raw(`with ${written} ${wake}`, [
    ...tables.map(([, some]) => JSON.stringify(some)),
    ...(wakes.size > 0 ? [[...wakes]] : []),
  ]);
}
