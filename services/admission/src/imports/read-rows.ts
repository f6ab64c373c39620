import { normalizePhone } from '@gerbang/contracts/phone';
import { isSchoolYear } from '@gerbang/domain/academic-years';
import { IMPORT_FIELDS, type ImportField, NUMBER_FIELDS, REQUIRED_FIELDS } from '@gerbang/domain/imports';
import { ageWarnings } from '@gerbang/domain/level-ages';
import type { Jenjang } from '@gerbang/domain/levels';
import type { RowRecord, Shown } from './import-rows.repository.ts';
import { columnName } from '@gerbang/service-kit/http/workbook';
import type { ListCell } from './list-table.ts';
import { comparedName, type ListTerms, type ReadValue, readValues } from './list-values.ts';

/** A child to be registered, as a row says it without a fault. */
export interface Applying {
  readonly full_name: string;
  readonly birth_date: string;
  readonly nik: string | null;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly academic_year: string;
  /** The number to log in with, E.164. */
  readonly phone: string;
  /** The name as it is compared. */
  readonly name: string;
}

/** A row as its cells and edits say it; `applying` null where something is wrong with it. */
export interface ReadRow {
  readonly row: RowRecord;
  readonly shown: Shown;
  readonly applying: Applying | null;
  /** The place of a field in the file, for reasons. */
  readonly cellOf: (field: ImportField) => string;
  /** Its place in the work: the same whatever the order of the lines. */
  readonly order: string;
}

type Read = Partial<Record<ImportField, ReadValue>>;
type Values = Shown['values'];

const EMPTY_IS = ['', null] as const;

/** The cells of a row by their fields, with what a person typed in place of them. */
function cellsOf(
  row: RowRecord,
  fields: readonly (ImportField | null)[],
): Partial<Record<ImportField, ListCell>> {
  const cells: Partial<Record<ImportField, ListCell>> = {};
  fields.forEach((field, at) => {
    if (field !== null) cells[field] = row.cells[at] ?? '';
  });
  for (const [field, value] of Object.entries(row.edits) as [ImportField, Values[ImportField]][])
    cells[field] = typeof value === 'boolean' ? (value ? 'ya' : 'tidak') : (value ?? '');
  return cells;
}

const valueOf = (read: ReadValue | undefined): string | boolean | null =>
  read === undefined ? null : 'value' in read ? read.value : read.text;

const good = (read: ReadValue | undefined): string | null =>
  read &&
  'value' in read &&
  typeof read.value === 'string' &&
  !(EMPTY_IS as readonly unknown[]).includes(read.value)
    ? read.value
    : null;

interface Fault {
  readonly field: ImportField;
  readonly text: string;
}

/** The first of the numbers that can receive messages. */
const loginNumber = (read: Read): string | null => {
  for (const field of NUMBER_FIELDS) {
    const number = good(read[field]);
    if (number !== null && normalizePhone(number) !== null) return number;
  }
  return null;
};

/** The first day on which a fee of the year can have been paid: 1 July of the year before it. */
export const firstPaidDay = (academicYear: string): string => `${Number(academicYear.slice(0, 4)) - 1}-07-01`;

function faultsOf(read: Read, { today }: ListTerms): Fault[] {
  const faults: Fault[] = (Object.entries(read) as [ImportField, ReadValue][]).flatMap(([field, one]) =>
    'wrong' in one ? [{ field, text: one.wrong }] : [],
  );
  for (const field of REQUIRED_FIELDS) {
    if (!read[field]) faults.push({ field, text: `${IMPORT_FIELDS[field].label} harus diisi` });
  }
  if (NUMBER_FIELDS.every((field) => !read[field]))
    faults.push({ field: 'contact_phone', text: 'Satu nomor telepon harus diisi' });
  else if (loginNumber(read) === null && NUMBER_FIELDS.every((field) => !read[field] || good(read[field])))
    faults.push({
      field: 'contact_phone',
      text: 'Isi satu nomor ponsel: pesan tidak dapat dikirim ke telepon rumah',
    });
  const [paid, year] = [good(read.payment_date), good(read.academic_year)];
  if (paid !== null && year !== null && isSchoolYear(year) && (paid > today || paid < firstPaidDay(year)))
    faults.push({
      field: 'payment_date',
      text: `Tanggal bayar harus antara 1 Juli ${firstPaidDay(year).slice(0, 4)} dan hari ini`,
    });
  return faults;
}

/** What is unusual: the class that is taken where none stands, the child's age, a fee without a day. */
function warningsOf(
  values: Values,
  applying: Applying | null,
  terms: ListTerms,
  classTyped: boolean,
): Shown['warnings'] {
  if (!applying) return [];
  const level = terms.levels.find(({ jenjang }) => jenjang === applying.jenjang);
  return [
    ...(!classTyped && applying.kelas !== null
      ? [{ text: `Kelas kosong: masuk kelas ${applying.kelas}` }]
      : []),
    ...(level ? ageWarnings(level, applying, applying.academic_year) : []),
    ...(values['fee_paid'] === true && !values['payment_date']
      ? [{ text: 'Lunas tanpa tanggal bayar: biayanya tidak ikut ditandai lunas' }]
      : []),
  ];
}

/** Reads a row by the mapping of its columns. */
export function readRow(row: RowRecord, fields: readonly (ImportField | null)[], terms: ListTerms): ReadRow {
  const cellOf = (field: ImportField) => {
    const at = fields.indexOf(field);
    return at < 0 ? `Baris ${row.n}` : `${columnName(at)}${row.n}`;
  };
  const read = readValues(cellsOf(row, fields), terms);
  const faults = faultsOf(read, terms);
  const values: Values = {};
  for (const field of Object.keys(IMPORT_FIELDS) as ImportField[])
    if (read[field] !== undefined || fields.includes(field)) values[field] = valueOf(read[field]);
  const level = terms.levels.find(({ jenjang }) => jenjang === good(read.jenjang));
  const classTyped = good(read.kelas) !== null;
  if (level && !classTyped && !read.kelas && level.classes[0] !== undefined)
    values['kelas'] = level.classes[0];
  const phone = loginNumber(read);
  const applying: Applying | null =
    faults.length > 0 || phone === null || !level
      ? null
      : {
          full_name: String(values['full_name']),
          birth_date: String(values['birth_date']),
          nik: good(read.nik),
          jenjang: level.jenjang,
          kelas: (values['kelas'] ?? null) as string | null,
          academic_year: String(values['academic_year']),
          phone,
          name: comparedName(String(values['full_name'])),
        };
  const reasons = faults.map(({ field, text }) => ({ cell: cellOf(field), text }));
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    row,
    applying,
    shown: { values, reasons, warnings: warningsOf(values, applying, terms, classTyped) },
    cellOf,
    order: JSON.stringify([
      values['registered_on'] ?? '~',
      phone,
      values['birth_date'],
      applying?.name,
      sorted,
    ]),
  };
}
