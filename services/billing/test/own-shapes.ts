import {
  type OwnShape,
  STATEMENT_DATE_FORMATS,
  STATEMENT_DECIMAL_SIGNS,
  STATEMENT_DELIMITERS,
  STATEMENT_ENCODINGS,
  type StatementColumns,
  type StatementDateFormat,
} from '@gerbang/domain/statement-profiles';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import type { Movement } from './bank-files.ts';

/** What a file may be like that its shape does not say. */
export interface Layout {
  readonly money: 'apart' | 'column' | 'behind' | 'sign';
  readonly grouped: boolean;
  readonly blanks: boolean;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'];
const PRINTED: Readonly<Record<StatementDateFormat, (y: string, m: string, d: string) => string>> = {
  'DD/MM/YYYY': (y, m, d) => `${d}/${m}/${y}`,
  'DD-MM-YYYY': (y, m, d) => `${d}-${m}-${y}`,
  'DD/MM/YY': (y, m, d) => `${d}/${m}/${y.slice(2)}`,
  'YYYY-MM-DD': (y, m, d) => `${y}-${m}-${d}`,
  'MM/DD/YYYY': (y, m, d) => `${m}/${d}/${y}`,
  'DD MMM YYYY': (y, m, d) => `${d} ${MONTHS[Number(m) - 1]} ${y}`,
};

/** Any shape: its columns in any order, some of them unused, and how its files are written. */
export const anyShape = fc
  .record({
    money: fc.constantFrom('apart', 'column', 'behind', 'sign'),
    grouped: fc.boolean(),
    blanks: fc.boolean(),
    delimiter: fc.constantFrom(...STATEMENT_DELIMITERS),
    encoding: fc.constantFrom(...STATEMENT_ENCODINGS),
    skip_rows: fc.integer({ min: 0, max: 6 }),
    date_format: fc.constantFrom(...STATEMENT_DATE_FORMATS),
    decimal_sign: fc.constantFrom(...STATEMENT_DECIMAL_SIGNS),
    reference: fc.boolean(),
    balance: fc.boolean(),
    unused: fc.integer({ min: 0, max: 3 }),
    order: fc
      .infiniteStream(fc.nat())
      .map((stream) => Array.from({ length: 20 }, () => stream.next().value as number)),
  })
  .map(({ money, grouped, blanks, reference, balance, unused, order, ...written }) => {
    const names = [
      'date',
      'description',
      ...(money === 'apart' ? ['credit', 'debit'] : ['amount']),
      ...(money === 'column' ? ['direction'] : []),
      ...(reference ? ['reference'] : []),
      ...(balance || money === 'sign' ? ['balance'] : []),
      ...Array.from({ length: unused }, (_one, at) => `unused${at}`),
    ]
      .map((name, at) => ({ name, key: order[at] ?? 0 }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ name }) => name);
    const places = Object.fromEntries(names.map((name, at) => [name, at]));
    const { description = 0, ...single } = places;
    const used = Object.entries(single).filter(([name]) => !name.startsWith('unused'));
    const columns = {
      ...Object.fromEntries(used),
      description: [description],
    } as unknown as StatementColumns;
    const shape: OwnShape = {
      ...written,
      id: uuidv7(),
      headers: names.map((name) => `Kolom ${name}`),
      columns,
    };
    return { shape, layout: { money, grouped, blanks } as Layout };
  });

function rupiah(sen: number, sign: '.' | ',', grouped: boolean): string {
  const whole = String(Math.floor(Math.abs(sen) / 100));
  const text = grouped ? whole.replace(/\B(?=(\d{3})+$)/gu, sign === '.' ? ',' : '.') : whole;
  return `${sen < 0 ? '-' : ''}${text}${sign}${String(Math.abs(sen) % 100).padStart(2, '0')}`;
}

/** Prints movements in a shape of the school's own. */
export function printOwn(
  shape: OwnShape,
  { money, grouped, blanks }: Layout,
  movements: readonly Movement[],
): Buffer {
  const { delimiter, headers, decimal_sign, date_format, skip_rows, encoding } = shape;
  const amount = (sen: number) => rupiah(sen, decimal_sign, grouped);
  const quoted = (cells: readonly string[]) =>
    cells.map((cell) => (/[",;|\t\n]/u.test(cell) ? `"${cell.replace(/"/gu, '""')}"` : cell)).join(delimiter);
  const cellOf = (name: string, { day, direction, sen, text, reference, balance }: Movement): string => {
    const [y = '', m = '', d = ''] = day.split('-');
    const cells: Readonly<Record<string, string>> = {
      date: PRINTED[date_format](y, m, d),
      description: text,
      credit: direction === 'in' ? amount(sen) : '',
      debit: direction === 'out' ? amount(sen) : '0',
      amount:
        money === 'sign'
          ? amount(direction === 'in' ? sen : -sen)
          : `${amount(sen)}${money === 'behind' ? (direction === 'in' ? ' CR' : ' DB') : ''}`,
      direction: direction === 'in' ? 'K' : 'D',
      reference,
      balance: amount(balance),
    };
    return cells[name] ?? 'x';
  };
  const rows = [
    ...Array.from({ length: skip_rows }, (_one, at) => `Bagian atas ${at}`),
    ...(blanks ? ['', delimiter.repeat(3)] : []),
    quoted(headers),
    ...(blanks ? [delimiter.repeat(3)] : []),
    ...movements.map((one) => quoted(headers.map((head) => cellOf(head.slice('Kolom '.length), one)))),
  ].join('\r\n');
  return Buffer.from(rows, encoding === 'utf-8' ? 'utf8' : 'latin1');
}
