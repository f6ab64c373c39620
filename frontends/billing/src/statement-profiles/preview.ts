import {
  STATEMENT_DATE_FORMATS,
  type STATEMENT_DECIMAL_SIGNS,
  type StatementDateFormat,
} from '@gerbang/domain/statement-profiles';

type DecimalSign = (typeof STATEMENT_DECIMAL_SIGNS)[number];

/** What a column of a bank's file may hold. */
export const PLACES = [
  'none',
  'date',
  'description',
  'amount',
  'credit',
  'debit',
  'direction',
  'reference',
  'balance',
] as const;
export type Place = (typeof PLACES)[number];

/** How a file is to be read: what each column holds. */
export interface Mapping {
  readonly places: readonly Place[];
  readonly dateFormat: StatementDateFormat;
  readonly decimal: DecimalSign;
}

/** A row as it would be read; null where a part of it cannot be. Amount in whole rupiah. */
export interface PreviewRow {
  readonly date: string | null;
  readonly direction: 'in' | 'out' | null;
  readonly amount: number | null;
  readonly text: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'mei', 'jun', 'jul', 'agu', 'sep', 'okt', 'nov', 'des'];
const ENGLISH: Readonly<Record<string, number>> = { may: 5, aug: 8, oct: 10, dec: 12 };

function monthOf(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const word = text.slice(0, 3).toLowerCase();
  return ENGLISH[word] ?? MONTHS.indexOf(word) + 1;
}

/** A day in the bank's spelling as `YYYY-MM-DD`; null where it is none. A time behind it is left out. */
export function readDay(text: string, format: StatementDateFormat): string | null {
  const [sign] = /[/ -]/u.exec(format) ?? ['/'];
  const given = text.trim().replace(/^'/u, '').split(sign);
  const parts = Object.fromEntries(
    format.split(sign).map((name, at) => [name[0], (given[at] ?? '').replace(/[T ].*$/u, '')]),
  );
  const year = parts['Y']?.length === 2 ? 2000 + Number(parts['Y']) : Number(parts['Y']);
  const month = monthOf(parts['M'] ?? '');
  const day = Number(parts['D']);
  const moment = new Date(Date.UTC(year, month - 1, day));
  const fits = year >= 2000 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day && day >= 1;
  return fits ? moment.toISOString().slice(0, 10) : null;
}

/** An amount in the bank's spelling in rupiah, with what stands behind it; null where it is none. */
export function readMoney(text: string, decimal: DecimalSign): { value: number; mark: string } | null {
  const found = /^'?(?:rp\.?|idr)?\s*([-+]?)\s*([\d.,]+)\s*([a-z]*)$/iu.exec(text.trim());
  if (!found) return null;
  const [, sign = '', digits = '', mark = ''] = found;
  const plain = digits.replaceAll(decimal === ',' ? '.' : ',', '').replace(decimal, '.');
  const value = Number(plain);
  return plain === '' || Number.isNaN(value) ? null : { value: sign === '-' ? -value : value, mark };
}

const IN = /^(?:c|cr|k|kredit|credit)$/iu;
const OUT = /^(?:d|db|dr|debit|debet)$/iu;
const way = (mark: string) => (IN.test(mark) ? 'in' : OUT.test(mark) ? 'out' : null);

function moneyOf(
  row: readonly string[],
  { places, decimal }: Mapping,
): Pick<PreviewRow, 'direction' | 'amount'> {
  const cell = (place: Place) => {
    const at = places.indexOf(place);
    return at < 0 ? undefined : (row[at] ?? '');
  };
  const whole = (value: number) => Math.floor(Math.abs(value));
  const sum = cell('amount');
  if (sum !== undefined) {
    const read = readMoney(sum, decimal);
    if (!read) return { direction: null, amount: null };
    const said = way((cell('direction') ?? read.mark).trim());
    const direction = said ?? (cell('direction') === undefined ? (read.value < 0 ? 'out' : 'in') : null);
    return { direction, amount: whole(read.value) };
  }
  for (const [place, direction] of [
    ['credit', 'in'],
    ['debit', 'out'],
  ] as const) {
    const read = readMoney(cell(place) ?? '', decimal);
    if (read && read.value !== 0) return { direction, amount: whole(read.value) };
  }
  return { direction: null, amount: null };
}

/** A row of the file as the mapping reads it. */
export function previewOf(row: readonly string[], mapping: Mapping): PreviewRow {
  const day = row[mapping.places.indexOf('date')];
  return {
    date: day === undefined ? null : readDay(day, mapping.dateFormat),
    ...moneyOf(row, mapping),
    text: row
      .filter((cell, at) => mapping.places[at] === 'description' && cell.trim() !== '')
      .join(' ')
      .trim(),
  };
}

const WORDS: readonly (readonly [Place, RegExp])[] = [
  ['date', /tanggal|tgl|date/iu],
  ['credit', /kredit|credit|masuk/iu],
  ['debit', /debit|debet|keluar/iu],
  ['balance', /saldo|balance/iu],
  ['direction', /^d\/?k$|db\/?cr|cr\/?db|jenis|tipe|type/iu],
  ['amount', /jumlah|nominal|amount|mutasi/iu],
  ['reference', /ref|no\.? ?(?:bukti|transaksi)/iu],
  ['description', /keterangan|uraian|deskripsi|description|berita|remark/iu],
];

/** What the heads of the columns suggest: each place once, descriptions any number of times. */
export function suggestedPlaces(headers: readonly string[]): Place[] {
  const taken = new Set<Place>();
  return headers.map((header) => {
    const found = WORDS.find(([place, words]) => words.test(header) && !taken.has(place))?.[0] ?? 'none';
    if (found !== 'description') taken.add(found);
    return found;
  });
}

/** The mapping that the file suggests: the first spelling of days and amounts that reads its rows. */
export function suggestedMapping(
  headers: readonly string[],
  sample: readonly (readonly string[])[],
): Mapping {
  const places = suggestedPlaces(headers);
  const days = sample.flatMap((row) => row[places.indexOf('date')] ?? []);
  const dateFormat =
    STATEMENT_DATE_FORMATS.find(
      (format) => days.length > 0 && days.every((day) => readDay(day, format) !== null),
    ) ?? STATEMENT_DATE_FORMATS[0];
  const money = sample.flatMap((row) =>
    row.filter((_, at) => ['amount', 'credit', 'debit', 'balance'].includes(places[at] ?? '')),
  );
  const decimal = money.some((cell) => /\.\d{2}(?:\D*)$/u.test(cell.trim())) ? '.' : ',';
  return { places, dateFormat, decimal };
}
