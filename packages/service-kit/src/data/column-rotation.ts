import type { Columns } from './columns.ts';
import type { Database } from './database.ts';

const AT_ONCE = 200;

type Row = { readonly id: string } & Readonly<Record<string, string | null>>;

/** Seals the columns of a batch of locked rows with the newest key; returns the last id and the number of rows written. */
async function rotateBatch(
  database: Database,
  columns: Columns,
  table: string,
  names: readonly string[],
  after: string | null,
): Promise<{ last: string | null; written: number }> {
  return database.transaction(async (trx) => {
    const rows = (await trx(table)
      .select('id', ...names)
      .modify((query) => {
        if (after !== null) void query.where('id', '>', after);
      })
      .orderBy('id')
      .limit(AT_ONCE)
      .forNoKeyUpdate()) as Row[];
    let written = 0;
    for (const row of rows) {
      const old = names.flatMap((name) => {
        const sealed = row[name];
        return sealed && columns.needsRotation(sealed) ? [[name, sealed] as const] : [];
      });
      if (old.length === 0) continue;
      const resealed = old.map(([name, sealed]) => [
        name,
        columns.seal(table, name, row.id, columns.open(table, name, row.id, sealed)),
      ]);
      await trx(table).where({ id: row.id }).update(Object.fromEntries(resealed));
      written += 1;
    }
    return { last: rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null), written };
  });
}

/** The columns of a table that hold ciphertext. */
export interface SealedColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Seals everything that older keys sealed with the first key of the ring, in batches beside the running service. Returns
 * the number of rows written; when a second run returns 0, the old key can be removed.
 */
export async function rotateColumns(
  database: Database,
  columns: Columns,
  sealed: readonly SealedColumns[],
): Promise<number> {
  let rotated = 0;
  for (const { table, columns: names } of sealed) {
    let after: string | null = null;
    do {
      const batch = await rotateBatch(database, columns, table, names, after);
      rotated += batch.written;
      after = batch.last;
    } while (after !== null);
  }
  return rotated;
}
