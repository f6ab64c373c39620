import { fieldOfHeading, type ImportField } from '@gerbang/domain/imports';
import { SAVE_AS } from '@gerbang/service-kit/spreadsheets/open-table';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { sealRows } from './import-rows.repository.ts';
import { insertImport, type Mapping } from './imports.repository.ts';
import type { ListReader } from './list-reader.ts';
import type { Unreadable } from './read-list.ts';

const TEXTS: Readonly<Record<Unreadable['code'], string>> = {
  not_a_table: 'Berkas ini bukan tabel Excel (.xlsx) atau CSV yang dapat kami baca, atau tidak berisi baris.',
  too_many_rows:
    'Daftar ini lebih dari 2.000 baris. Bagi menjadi beberapa berkas, lalu unggah satu per satu.',
};

function refusal(reason: Unreadable): Problem {
  const kind = reason.code === 'not_a_table' ? reason.kind : undefined;
  return new Problem(422, reason.code, kind ? SAVE_AS[kind] : TEXTS[reason.code]);
}

/** How long the other calls have the machine between pieces of a list that is being kept. */
const UPLOAD_REST_MS = 50;

/** The field that each heading means; of two that mean one the first counts. */
export function mappingOf(headings: readonly string[]): Mapping {
  const taken = new Set<ImportField>();
  const mapping: Mapping = {};
  for (const heading of headings) {
    const field = fieldOfHeading(heading);
    mapping[heading] = field === null || taken.has(field) ? null : field;
    if (field !== null) taken.add(field);
  }
  return mapping;
}

/** Keeps the rows of a list; what becomes of them is found out in the background. 422 for a file that is no list. */
export async function uploadList(
  context: Context,
  reader: ListReader,
  caller: Caller,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
): Promise<{ id: string }> {
  const reading = await reader.read(bytes);
  if ('unreadable' in reading) throw refusal(reading.unreadable);
  const { table } = reading;
  // Before the transaction: it holds no connection while the other calls have the machine.
  const rows = await sealRows(context.columns, table.rows, UPLOAD_REST_MS);
  return context.database.transaction(async (trx) => {
    const by = await actorOf(trx, caller);
    const id = await insertImport(trx, context.columns, {
      table,
      rows,
      mapping: mappingOf(table.headings),
      fileName,
      by,
    });
    await audit(trx, {
      action: 'import.uploaded',
      actor: by,
      subject: id,
      details: { rows: table.rows.length },
      origin: caller.origin,
    });
    return { id };
  });
}
