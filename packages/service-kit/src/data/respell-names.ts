import { oneSpelling } from '@gerbang/domain/one-spelling';
import type { Knex } from 'knex';

const BATCH = 1000;
/** What a name that is not in the one spelling holds: a sign that is not plain, a mark for an apostrophe, blanks to spare. */
const PERHAPS_OTHER = '[^ -~]|`|  |^ | $';

type Row = Readonly<Record<string, string | null>> & { readonly id: string };

/**
 * Rewrites stored names to the spelling that calls store today, and returns the ids of the rows that were changed. Only rows
 * that differ are written, and none whose name has changed since it was read; a second run changes nothing.
 */
export async function respellNames(knex: Knex, table: string, columns: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  let last: string | null = null;
  for (;;) {
    const query = knex<Row>(table)
      .where((any) => {
        for (const column of columns) void any.orWhere(column, '~', PERHAPS_OTHER);
      })
      .orderBy('id')
      .limit(BATCH)
      .select<Row[]>(['id', ...columns]);
    if (last !== null) void query.where('id', '>', last);
    const rows: Row[] = await query;
    for (const row of rows) changed.push(...(await respell(knex, table, columns, row)));
    if (rows.length < BATCH) return changed;
    last = rows.at(-1)?.id ?? null;
  }
}

async function respell(
  knex: Knex,
  table: string,
  columns: readonly string[],
  { id, ...read }: Row,
): Promise<string[]> {
  const next: Record<string, string> = {};
  for (const column of columns) {
    const name = read[column];
    // A name of nothing that is seen stays: an empty one would not be better.
    const spelled = name ? oneSpelling(name) : '';
    if (spelled !== '' && spelled !== name) next[column] = spelled;
  }
  if (Object.keys(next).length === 0) return [];
  return knex(table)
    .where({ id, ...read })
    .update(next)
    .returning('id')
    .then((rows: { id: string }[]) => rows.map((row) => row.id));
}
