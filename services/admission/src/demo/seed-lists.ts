import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import { writeYearState } from '../academic-years/closings.repository.ts';
import type { Context } from '../context.ts';
import { sealRows } from '../imports/import-rows.repository.ts';
import { insertImport } from '../imports/imports.repository.ts';
import { toTable } from '../imports/list-table.ts';
import { mappingOf } from '../imports/upload-list.ts';
import { insertYear } from '../registration-record/academic-years.repository.ts';

/** A year's label so many years after another's. */
function yearFrom(label: string, years: number): string {
  const first = Number(label.slice(0, 4)) + years;
  return `${first}/${first + 1}`;
}

/**
 * A school's own list of who waits for the year, as its workbook has it: rows that are ready, a sister, a child that looks like one that is
 * there, one that stands twice, and one whose identity number the workbook has spoilt. Numbers begin with 99, a region that
 * does not exist, and with the demo's prefix.
 */
const listOf = (year: string): readonly (readonly string[])[] => [
  [
    'Nama Anak',
    'Tgl Lahir',
    'NIK',
    'Jenjang',
    'Kelas',
    'Tahun Ajaran',
    'No HP',
    'Nama Ibu',
    'Sumber',
    'Lunas',
  ],
  [
    'Kirana Maheswari',
    '17/03/2021',
    '9912345703210001',
    'TK',
    'TK A',
    year,
    '081110000101',
    'Sri Wahyuni',
    'Inden',
    'Ya',
  ],
  ['Kelana Maheswari', '2019-07-02', '', 'SD', '1', year, '081110000101', 'Sri Wahyuni', 'Inden', 'Tidak'],
  [
    'Bagas Pradipta',
    '9 Mei 2020',
    '',
    'SD',
    '',
    year,
    '+62 811-1000-0102',
    'Dewi Lestari',
    'Formulir kertas',
    '',
  ],
  ['Bagas Pradipta', '09-05-20', '', 'SD', '', year, '0811 1000 0102', 'Dewi Lestari', 'Formulir kertas', ''],
  ['Zahra Putri Ramadani', '11/02/2019', '', 'SD', '1', year, '081110000103', 'Nur Aini', 'Inden', ''],
  ['Satria Nugraha', '31/11/2018', '', 'SD', '2', year, '081110000104', 'Rina Kusuma', 'Inden', ''],
  ['Laras Wening', '23/08/2022', '9.91E+15', 'KB', '', year, '081110000105', 'Maya Sari', 'Inden', ''],
];

/** Last year, which is over, and a list that waits to be mended and imported. */
export async function seedLists(
  context: Context,
  { head, clerk }: { readonly head: AccountCopy; readonly clerk: AccountCopy },
  academic_year: string,
): Promise<void> {
  const { database, columns } = context;
  const last = yearFrom(academic_year, -1);
  const rows = listOf(academic_year).map((cells, at) => ({ n: at + 1, cells, hidden: false }));
  const table = toTable(rows);
  if (!table) throw new Error('the demo list has no rows');
  const sealed = await sealRows(columns, table.rows);
  await database.transaction(async (trx) => {
    const year = await insertYear(trx, last);
    if (year) {
      await writeYearState(trx, year, 'closed', { at: context.now(), by: head });
      await audit(trx, {
        action: 'year.closed',
        actor: head,
        subject: year.id,
        details: { academic_year: last, closing_total: 0 },
      });
    }
    const fileName = `daftar-inden-${jakartaDay(context.now())}.xlsx`;
    const mapping = mappingOf(table.headings);
    await insertImport(trx, columns, { table, rows: sealed, mapping, fileName, by: clerk });
  });
}
