import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Db } from '@gerbang/service-kit/data/database';
import { mapLong } from '@gerbang/service-kit/http/long-lists';
import type { Context } from '../context.ts';
import { yearsOf } from '../registration-record/academic-years.repository.ts';
import {
  type Found,
  type ImportRecord,
  lockImport,
  rowsOf,
  updateImport,
  writeFound,
} from './imports.repository.ts';
import { judgeRows } from './judge-rows.ts';
import type { ListTerms } from './list-values.ts';
import { type ReadRow, readRow } from './read-rows.ts';

/**
 * No caller waits for a step of a preview in the background: it rests between pieces of a hundred rows, so that the calls of others
 * have the machine. 2,000 rows take about ten seconds so.
 */
const REST_MS = 100;

/** The levels and years by which a list is read now: closed years take no children. */
export async function termsNow({ school, now }: Pick<Context, 'school' | 'now'>, db: Db): Promise<ListTerms> {
  const years = (await yearsOf(db)).filter(({ state }) => state === 'planned' || state === 'open');
  return { levels: school.settings.levels, years: years.map(({ label }) => label), today: jakartaDay(now()) };
}

/** The rows of an import as its mapping and its edits say them. */
export async function readRows(
  context: Context,
  db: Db,
  found: ImportRecord,
  only: { readonly ready?: boolean; readonly restMs?: number } = {},
): Promise<ReadRow[]> {
  const terms = await termsNow(context, db);
  const fields = found.headings.map((heading) => found.mapping[heading] ?? null);
  const rows = await rowsOf(db, context.columns, found.id, only);
  return mapLong(rows, (row) => readRow(row, fields, terms), only.restMs);
}

/** Finds out what becomes of each row of a locked import, and writes what has changed; rests between pieces. */
export async function judgeImport(context: Context, trx: Db, found: ImportRecord, restMs = 0): Promise<void> {
  const read = await readRows(context, trx, found, { restMs });
  const before = new Map(read.map(({ row }) => [row.id, row]));
  const isOther = ({ id, status, shown, family_id, child_id }: Found) => {
    const row = before.get(id);
    const known = row && [row.status, row.family_id, row.child_id, row.shown];
    return JSON.stringify(known) !== JSON.stringify([status, family_id, child_id, shown]);
  };
  const judged = await judgeRows(trx, context.columns, read, restMs);
  await writeFound(trx, context.columns, judged.filter(isOther), restMs);
}

/** Makes the preview of a list that was uploaded; one that was looked at already stays. */
export async function lookAtImport(context: Context, id: string): Promise<void> {
  await context.database.transaction(async (trx) => {
    const found = await lockImport(trx, context.columns, id);
    if (found?.state !== 'reading') return;
    await judgeImport(context, trx, found, REST_MS);
    await updateImport(trx, found, { state: 'preview' });
  });
}
