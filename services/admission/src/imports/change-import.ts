import type { Import, ImportRow } from '@gerbang/contracts/import-shapes';
import type { changeImportRow, mapImport } from '@gerbang/contracts/imports';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, Problem, refusedField } from '@gerbang/service-kit/http/problems';
import { lastChange } from '@gerbang/service-kit/http/versions';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type RowRecord, rowsOf, writeDecision } from './import-rows.repository.ts';
import {
  type ImportRecord,
  lockImport,
  type Mapping,
  updateImport,
  writeMapping,
} from './imports.repository.ts';
import { toImport, toImportRow } from './imports.view.ts';
import { judgeImport } from './look-at-import.ts';

const ROW_CHANGED = 'import.row_changed';

const MAPPED = 'import.mapped';

export const noImport = (): Problem => notFound('Daftar impor tidak ditemukan');

/** 409 for a mapping that another person changed first, with who it was and the import as it is now. */
async function staleMapping(context: Context, trx: Db, found: ImportRecord): Promise<Problem> {
  return new Problem(
    409,
    'stale',
    'Pemetaan ini baru saja diubah orang lain. Periksa kolomnya, lalu pilih lagi.',
    {
      stale: { ...(await lastChange(trx, found.id, [MAPPED])), present: await toImport(context, trx, found) },
    },
  );
}

/** Changes what an import will do, while it has not begun, and judges its rows again. */
async function changeBefore<T>(
  context: Context,
  caller: Caller,
  id: string,
  {
    action,
    change,
    view,
  }: {
    readonly action: string;
    readonly change: (trx: Knex.Transaction, found: ImportRecord) => Promise<Record<string, unknown>>;
    readonly view: (trx: Knex.Transaction) => Promise<T>;
  },
): Promise<T> {
  return context.database.transaction(async (trx) => {
    const found = await lockImport(trx, context.columns, id);
    if (!found) throw noImport();
    if (found.state !== 'preview') {
      const text =
        found.state === 'reading'
          ? 'Daftar ini masih dibaca. Tunggu sebentar.'
          : 'Impor ini sudah dimulai dan tidak dapat diubah lagi.';
      throw conflict('import_state', text);
    }
    const details = await change(trx, found);
    const changed = await lockImport(trx, context.columns, id);
    if (!changed) throw noImport();
    await judgeImport(context, trx, changed);
    await updateImport(trx, changed);
    await audit(trx, {
      action,
      actor: await actorOf(trx, caller),
      subject: id,
      details,
      origin: caller.origin,
    });
    return view(trx);
  });
}

/**
 * Reads columns as other fields; headings that are not named stay. 409 `stale` for another version of the mapping, 422 for a heading
 * that is not there or a field that two have.
 */
export function mapColumns(
  context: Context,
  caller: Caller,
  id: string,
  { mapping: typed, version }: z.output<(typeof mapImport)['body']>,
): Promise<Import> {
  return changeBefore(context, caller, id, {
    action: MAPPED,
    change: async (trx, found) => {
      if ((found.mapping_version ?? 1) !== version) throw await staleMapping(context, trx, found);
      const unknown = Object.keys(typed).find((heading) => !found.headings.includes(heading));
      if (unknown !== undefined)
        throw refusedField('mapping', 'mapping', 'Judul kolom ini tidak ada di berkas');
      const given = Object.values(typed);
      // A field that another column gets now leaves the one that had it.
      const kept = Object.entries(found.mapping).map(([heading, field]) => [
        heading,
        given.includes(field) ? null : field,
      ]);
      const mapping = { ...Object.fromEntries(kept), ...typed } as Mapping;
      const fields = Object.values(mapping).filter((field) => field !== null);
      if (new Set(fields).size < fields.length)
        throw refusedField('mapping', 'mapping', 'Dua kolom tidak dapat menjadi satu isian');
      await writeMapping(trx, context.columns, found, mapping);
      return { columns: Object.keys(typed).length };
    },
    view: async (trx) => {
      const found = await lockImport(trx, context.columns, id);
      if (!found) throw noImport();
      return toImport(context, trx, found);
    },
  });
}

/** 409 for a row that another person changed first, with who it was and the row as it is now. */
async function staleRow(trx: Db, id: string, row: RowRecord): Promise<Problem> {
  const change = await lastChange(trx, id, [ROW_CHANGED], { n: row.n });
  return new Problem(
    409,
    'stale',
    'Baris ini baru saja diubah orang lain. Periksa isinya, lalu simpan lagi; ketikan Anda tetap ada.',
    { stale: { ...change, present: toImportRow(row) } },
  );
}

/** Writes over what a row says, leaves it out, or says that it is a child of its own although it looks like another. 409 `stale` for another version. */
export function changeRow(
  context: Context,
  caller: Caller,
  id: string,
  n: number,
  { values, left_out, version }: z.output<(typeof changeImportRow)['body']>,
): Promise<ImportRow> {
  const rowNow = async (db: Db) => {
    const [row] = await rowsOf(db, context.columns, id, { n });
    if (!row) throw notFound('Baris ini tidak ada di daftar');
    return row;
  };
  return changeBefore(context, caller, id, {
    action: ROW_CHANGED,
    change: async (trx) => {
      const row = await rowNow(trx);
      if (row.version !== version) throw await staleRow(trx, id, row);
      await writeDecision(trx, context.columns, row, {
        ...(values && { edits: { ...row.edits, ...values } }),
        ...(left_out !== undefined && { left_out, decided: !left_out }),
      });
      return { n, fields: Object.keys(values ?? {}), ...(left_out !== undefined && { left_out }) };
    },
    view: async (trx) => toImportRow(await rowNow(trx)),
  });
}
