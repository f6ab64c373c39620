import { ROW_STATUS_LABELS } from '@gerbang/domain/imports';
import { type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import type { ListFile } from '@gerbang/service-kit/http/list-file';
import type { Context } from '../context.ts';
import { noImport } from './change-import.ts';
import { type RowRecord, rowsOf } from './import-rows.repository.ts';
import { importById } from './imports.repository.ts';
import { cellText } from './list-table.ts';

/** What is said of a row: what became of it, else why it cannot or should be looked at. */
function remarkOf({ shown, left_out, outcome_text }: RowRecord): string {
  const { reasons = [], warnings = [] } = shown ?? {};
  return [
    ...(outcome_text === null ? [] : [outcome_text]),
    ...(left_out ? ['Ditinggalkan'] : []),
    ...reasons.map(({ cell, text: reason }) => `${cell}: ${reason}`),
    ...warnings.map((warning) => warning.text),
  ].join('; ');
}

/** A list as its file has it, with what was typed over it, and columns that say what becomes of each row. */
export async function resultList({ database, columns }: Context, id: string): Promise<ListFile<RowRecord>> {
  const found = await importById(database.knex, columns, id);
  if (!found) throw noImport();
  const rows = await rowsOf(database.knex, columns, id);
  const own = found.headings.map((heading, at): SheetColumn<RowRecord> => {
    const field = found.mapping[heading] ?? null;
    return {
      title: heading,
      width: 20,
      cell: ({ cells, edits }) => {
        const edited = field === null ? undefined : edits[field];
        if (edited === undefined) return text(cellText(cells[at]));
        return text(typeof edited === 'boolean' ? (edited ? 'Ya' : 'Tidak') : edited);
      },
    };
  });
  return {
    action: 'import.exported',
    subject: id,
    title: 'Daftar',
    file: 'hasil-impor',
    placed: true,
    columns: [
      ...own,
      { title: 'Hasil', width: 20, cell: ({ status }) => text(status && ROW_STATUS_LABELS[status]) },
      { title: 'Keterangan', width: 60, cell: (row) => text(remarkOf(row)) },
    ],
    count: async () => rows.length,
    pages: async function* pages() {
      yield rows;
    },
  };
}
