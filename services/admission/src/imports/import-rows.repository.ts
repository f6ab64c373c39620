import type { ImportRow } from '@gerbang/contracts/import-shapes';
import { ROW_STATUSES, type RowStatus } from '@gerbang/domain/imports';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { mapLong } from '@gerbang/service-kit/http/long-lists';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import type { ListCell, ListRow } from './list-table.ts';
import { comparedName } from './list-values.ts';

/** What a row shows: made of its cells, its edits and what the portal knows. */
export type Shown = Pick<ImportRow, 'values' | 'reasons' | 'warnings'>;

/** A row of a list with its sealed columns open. */
export type RowRecord = Omit<Tables['import_rows'], 'cells' | 'edits' | 'shown' | 'status'> & {
  readonly cells: readonly ListCell[];
  readonly edits: ImportRow['values'];
  readonly shown: Shown | null;
  readonly status: RowStatus | null;
};

/** Rows of one statement. */
export const PIECE = 100;

function toRow(columns: Columns, { cells, edits, shown, ...row }: Tables['import_rows']): RowRecord {
  const open = (column: string, sealed: string) =>
    JSON.parse(columns.open('import_rows', column, row.id, sealed)) as unknown;
  return {
    ...row,
    cells: open('cells', cells) as ListCell[],
    edits: edits === null ? {} : (open('edits', edits) as RowRecord['edits']),
    shown: shown === null ? null : (open('shown', shown) as Shown),
  };
}

/** A row as its file has it, sealed. */
export type SealedRow = Pick<Tables['import_rows'], 'id' | 'n' | 'hidden' | 'cells'>;

/** Seals the rows of a list that was read, with a rest of so many milliseconds between pieces. */
export const sealRows = (columns: Columns, rows: readonly ListRow[], restMs = 0): Promise<SealedRow[]> =>
  mapLong(
    rows,
    ({ n, hidden, cells }) => {
      const id = uuidv7();
      return { id, n, hidden, cells: columns.seal('import_rows', 'cells', id, JSON.stringify(cells)) };
    },
    restMs,
  );

/** Writes the rows of a list as its file has them. */
export async function insertRows(trx: Db, importId: string, rows: readonly SealedRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PIECE)
    await trx('import_rows').insert(
      rows.slice(at, at + PIECE).map((row) => ({ ...row, import_id: importId })),
    );
}

/** The rows that a start writes: a new child, or one that looks like another and was said to be its own. */
const READY = `not left_out and (status in ('new', 'family') or status = 'look' and decided)`;
/** The families that an import made. */
const MADE = `made_family and family_id is not null and outcome in ('imported', 'skipped')`;

interface RowFilter {
  readonly status?: RowStatus | undefined;
  /** Rows behind this line. */
  readonly after?: number | undefined;
  readonly limit?: number;
  readonly n?: number;
  /** Only rows that a start writes. */
  readonly ready?: boolean;
  /** As of `mapLong`. */
  readonly restMs?: number;
}

/** Rows of an import by their lines. */
export async function rowsOf(
  db: Db,
  columns: Columns,
  importId: string,
  { status, after, limit, n, ready = false, restMs }: RowFilter = {},
): Promise<RowRecord[]> {
  const rows = db('import_rows').where({ import_id: importId }).orderBy('n');
  if (status !== undefined) void rows.where({ status });
  if (after !== undefined) void rows.where('n', '>', after);
  if (n !== undefined) void rows.where({ n });
  if (limit !== undefined) void rows.limit(limit);
  if (ready) void rows.whereRaw(READY);
  return mapLong((await rows) as Tables['import_rows'][], (row) => toRow(columns, row), restMs);
}

/** The years, levels and classes of the rows that a start writes. */
export async function readyValues(db: Db, columns: Columns, importId: string): Promise<Shown['values'][]> {
  const rows = await db('import_rows')
    .where({ import_id: importId })
    .whereNotNull('shown')
    .whereRaw(READY)
    .select<{ id: string; shown: string }[]>('id', 'shown');
  return mapLong(
    rows,
    ({ id, shown }) => (JSON.parse(columns.open('import_rows', 'shown', id, shown)) as Shown).values,
  );
}

/** How many rows of an import stand how, and how far the work on them is. */
export interface Stand extends Record<RowStatus, number> {
  readonly total: number;
  readonly left_out: number;
  readonly hidden: number;
  readonly ready: number;
  /** Rows that a start took, and what became of them. */
  readonly taken: number;
  readonly done: number;
  readonly imported: number;
  readonly failed: number;
  readonly families: number;
  readonly last_done_at: Date | null;
}

/** How an import stands; counted by the database, so that asking every second opens no sealed row. */
export async function standOf(db: Db, importId: string): Promise<Stand> {
  const count = (where: string) => `count(*) filter (where ${where})::int`;
  const { rows } = await db.raw(
    `select count(*)::int as total, ${ROW_STATUSES.map((status) => `${count(`status = '${status}' and not left_out`)} as ${status}`).join(', ')},
       ${count('left_out')} as left_out, ${count('hidden')} as hidden, ${count(READY)} as ready,
       ${count('position is not null')} as taken, ${count('position is not null and outcome is not null')} as done,
       ${count(`outcome = 'imported'`)} as imported, ${count(`outcome = 'failed'`)} as failed,
       count(distinct family_id) filter (where ${MADE})::int as families, max(done_at) as last_done_at
     from import_rows where import_id = ?`,
    [importId],
  );
  return rows[0] as Stand;
}

/** The families that an import made, each once: its invitation goes to them. */
export async function madeFamilies(db: Db, importId: string): Promise<string[]> {
  return db('import_rows').where({ import_id: importId }).whereRaw(MADE).distinct().pluck('family_id');
}

/** What was found out about a row. */
export interface Found {
  readonly id: string;
  readonly status: RowStatus;
  readonly shown: Shown;
  readonly family_id: string | null;
  readonly child_id: string | null;
}

/** Writes what was found out about rows. */
export async function writeFound(trx: Db, columns: Columns, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ shown, ...row }) => ({
    ...row,
    shown: columns.seal('import_rows', 'shown', row.id, JSON.stringify(shown)),
  }));
  await trx.raw(
    `update import_rows i set status = f.status, shown = f.shown, family_id = f.family_id, child_id = f.child_id
     from jsonb_to_recordset(?::jsonb) as f (id uuid, status text, shown text, family_id uuid, child_id uuid)
     where i.id = f.id`,
    [JSON.stringify(rows)],
  );
}

/** Writes what a person changed of a row, and its next version. */
export async function writeDecision(
  trx: Db,
  columns: Columns,
  { id, version }: Pick<RowRecord, 'id' | 'version'>,
  { edits, ...decision }: Partial<Pick<RowRecord, 'edits' | 'left_out' | 'decided'>>,
): Promise<void> {
  await trx('import_rows')
    .where({ id })
    .update({
      ...decision,
      version: version + 1,
      ...(edits && { edits: columns.seal('import_rows', 'edits', id, JSON.stringify(edits)) }),
    });
}

/** Gives the rows that a start takes their places in the work. */
export async function writePositions(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.raw(
    `update import_rows i set position = p.at - 1 from unnest(?::uuid[]) with ordinality as p (id, at) where i.id = p.id`,
    [[...ids]],
  );
}

/** The next row of an import that is to be written; undefined where all are. */
export async function nextRow(trx: Db, columns: Columns, importId: string): Promise<RowRecord | undefined> {
  const row = await trx('import_rows')
    .where({ import_id: importId })
    .whereNotNull('position')
    .whereNull('outcome')
    .orderBy('position')
    .first<Tables['import_rows'] | undefined>();
  return row && toRow(columns, row);
}

/** Writes what became of a row. */
export async function writeOutcome(
  trx: Db,
  id: string,
  outcome: Partial<
    Pick<
      RowRecord,
      'outcome' | 'outcome_text' | 'family_id' | 'child_id' | 'registration_id' | 'made_family' | 'made_child'
    >
  >,
): Promise<void> {
  await trx('import_rows')
    .where({ id })
    .update({ ...outcome, done_at: trx.fn.now() });
}

/** Whether this import made the family. */
export async function familyMadeBy(trx: Db, importId: string, userId: string): Promise<boolean> {
  const where = { import_id: importId, family_id: userId, made_family: true };
  return Boolean(await trx('import_rows').where(where).first('id'));
}

/** A child of the family that is not deleted: this one, or the one of this name and birth date. */
export async function livingChild(
  trx: Db,
  userId: string,
  childId: string | null,
  { name, birth_date }: { readonly name: string; readonly birth_date: string },
): Promise<string | undefined> {
  const children = (await trx('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where({ user_id: userId, birth_date })
    .whereNull('children.deleted_at')
    .orderBy('children.id')
    .select('children.id', 'children.full_name')) as { id: string; full_name: string }[];
  const there =
    children.find(({ id }) => id === childId) ?? children.find((one) => comparedName(one.full_name) === name);
  return there?.id;
}

/** Whether the child is or was registered in this year. */
export async function registeredIn(trx: Db, childId: string, academicYear: string): Promise<boolean> {
  const where = { child_id: childId, academic_year: academicYear };
  return Boolean(await trx('registrations').where(where).whereNull('deleted_at').first('id'));
}
