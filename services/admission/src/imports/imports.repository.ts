import type { ImportField, ImportState } from '@gerbang/domain/imports';
import type { Role } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { insertRows, type SealedRow } from './import-rows.repository.ts';
import type { ListTable } from './list-table.ts';

export type Mapping = Record<string, ImportField | null>;

/** What the sealed column of an import holds: the headings may be a family's row where a file has none. */
export interface Head {
  readonly headings: readonly string[];
  readonly mapping: Mapping;
  /** Of the mapping, raised by each change of it; missing while it is as the file was read. */
  readonly mapping_version?: number;
}

/** An import with its head open. */
export type ImportRecord = Omit<Tables['imports'], 'state' | 'head'> & Head & { readonly state: ImportState };

const sealHead = (columns: Columns, id: string, { headings, mapping, mapping_version }: Head) =>
  columns.seal('imports', 'head', id, JSON.stringify({ headings, mapping, mapping_version }));

function toImport(columns: Columns, { head, ...row }: Tables['imports']): ImportRecord {
  return { ...row, ...(JSON.parse(columns.open('imports', 'head', row.id, head)) as Head) } as ImportRecord;
}

/** Writes a list with its sealed rows, all or nothing; it is looked at in the background. */
export async function insertImport(
  trx: Db,
  columns: Columns,
  {
    table: { headings, otherSheets },
    rows,
    mapping,
    fileName,
    by,
  }: {
    table: Pick<ListTable, 'headings' | 'otherSheets'>;
    rows: readonly SealedRow[];
    mapping: Mapping;
    fileName: string;
    by: Actor;
  },
): Promise<string> {
  const id = uuidv7();
  await trx('imports').insert({
    id,
    file_name: fileName,
    head: sealHead(columns, id, { headings, mapping }),
    other_sheets: otherSheets,
    created_by_id: by.id,
    created_by_name: by.name,
    created_by_role: by.role,
  });
  await insertRows(trx, id, rows);
  return id;
}

/** The newest imports. */
export async function newestImports(db: Db): Promise<Omit<Tables['imports'], 'head'>[]> {
  return db('imports').orderBy('created_at', 'desc').limit(50);
}

/** Imports that wait to be looked at or to be written, the oldest first. */
export async function waitingImports(db: Db): Promise<string[]> {
  return db('imports').whereIn('state', ['reading', 'running']).orderBy('created_at').limit(10).pluck('id');
}

export async function importById(db: Db, columns: Columns, id: string): Promise<ImportRecord | undefined> {
  const row = await db('imports').where({ id }).first<Tables['imports'] | undefined>();
  return row && toImport(columns, row);
}

/** The same, locked until the transaction ends. */
export async function lockImport(trx: Db, columns: Columns, id: string): Promise<ImportRecord | undefined> {
  const row = await trx('imports').where({ id }).forNoKeyUpdate().first<Tables['imports'] | undefined>();
  return row && toImport(columns, row);
}

/** Writes what a person or the work has changed of a locked import, and its next version. */
export async function updateImport(
  trx: Db,
  { id, version }: Pick<ImportRecord, 'id' | 'version'>,
  change: Partial<Pick<Tables['imports'], 'state' | 'started_at' | 'ended_at'>> & {
    readonly by?: Actor;
  } = {},
): Promise<void> {
  const { by, ...columns } = change;
  await trx('imports')
    .where({ id })
    .update({
      ...columns,
      ...(by && { started_by_id: by.id, started_by_name: by.name, started_by_role: by.role }),
      version: version + 1,
      updated_at: trx.fn.now(),
    });
}

/** Writes another mapping of a locked import, under its next version. */
export async function writeMapping(
  trx: Db,
  columns: Columns,
  { id, headings, mapping_version = 1 }: ImportRecord,
  mapping: Mapping,
): Promise<void> {
  await trx('imports')
    .where({ id })
    .update({ head: sealHead(columns, id, { headings, mapping, mapping_version: mapping_version + 1 }) });
}

/** The name of a person who acts on imports. */
export const personOf = ({ name, role }: { name: string | null; role: string }) => ({
  name,
  role: role as Role,
});

/** Notes that the test of the invitation was sent. */
export async function noteTested(trx: Db, id: string, at: Date): Promise<void> {
  await trx('imports').where({ id }).update({ tested_at: at });
}

/** Keeps the first person's word about the fees of an import, or forgets it. */
export async function writeAsked(
  trx: Db,
  id: string,
  asked: { readonly by: string; readonly sum: number } | null,
): Promise<void> {
  await trx('imports')
    .where({ id })
    .update({
      settle_asked_by_id: asked?.by ?? null,
      settle_sum: asked?.sum ?? null,
      updated_at: trx.fn.now(),
    });
}
