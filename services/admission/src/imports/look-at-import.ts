import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Db } from '@gerbang/service-kit/data/database';
import { mapLong } from '@gerbang/service-kit/http/long-lists';
import { setTimeout as rest } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { yearsOf } from '../registration-record/academic-years.repository.ts';
import { type Found, PIECE, rowsOf, writeFound } from './import-rows.repository.ts';
import { importById, type ImportRecord, lockImport, updateImport } from './imports.repository.ts';
import { judgeRows } from './judge-rows.ts';
import type { ListTerms } from './list-values.ts';
import { type ReadRow, readRow } from './read-rows.ts';

/**
 * No caller waits for a step of a preview in the background: it rests between pieces of a hundred rows, so that the calls of others
 * have the machine. 2,000 rows take about ten seconds so.
 */
const REST_MS = 100;

/** The rows of one statement each. */
const piecesOf = (found: readonly Found[]): Found[][] =>
  Array.from({ length: Math.ceil(found.length / PIECE) }, (_, at) =>
    found.slice(at * PIECE, (at + 1) * PIECE),
  );

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

/** What becomes of each row of an import, of those for which it is something else than is written. */
async function newFindings(context: Context, db: Db, found: ImportRecord, restMs: number): Promise<Found[]> {
  const read = await readRows(context, db, found, { restMs });
  const before = new Map(read.map(({ row }) => [row.id, row]));
  const isOther = ({ id, status, shown, family_id, child_id }: Found) => {
    const row = before.get(id);
    const known = row && [row.status, row.family_id, row.child_id, row.shown];
    return JSON.stringify(known) !== JSON.stringify([status, family_id, child_id, shown]);
  };
  return (await judgeRows(db, context.columns, read, restMs)).filter(isOther);
}

/** Finds out what becomes of each row of a locked import, and writes what has changed. */
export async function judgeImport(context: Context, trx: Db, found: ImportRecord): Promise<void> {
  for (const piece of piecesOf(await newFindings(context, trx, found, 0)))
    await writeFound(trx, context.columns, piece);
}

/**
 * Makes the preview of a list that was uploaded, a transaction a piece, so that no other call waits for the list's row or a
 * connection meanwhile. While it is at work the list is 'reading' and staff change nothing in it; a program that goes on after
 * another was cut off writes what is not written yet, and ends where another one has ended the work or the list is gone.
 */
export async function lookAtImport(context: Context, id: string): Promise<void> {
  const { database, columns } = context;
  const found = await importById(database.knex, columns, id);
  if (found?.state !== 'reading') return;
  const pieces = piecesOf(await newFindings(context, database.knex, found, REST_MS));
  // One transaction more ends the work: a list may have nothing to write.
  for (const piece of [...pieces, null]) {
    const goesOn = await database.transaction(async (trx) => {
      const locked = await lockImport(trx, columns, id);
      if (locked?.state !== 'reading') return false;
      if (piece) await writeFound(trx, columns, piece);
      else await updateImport(trx, locked, { state: 'preview' });
      return true;
    });
    if (!goesOn) return;
    if (piece) await rest(REST_MS);
  }
}
