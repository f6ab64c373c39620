import type { OwnShape, StatementDateFormat } from '@gerbang/domain/statement-profiles';
import type { Cell } from './statement.ts';
import { type Head, HEAD_ROWS, headName } from './statement-shapes.ts';
import { dayInCalendar } from './statement-values.ts';

type Row = readonly Cell[];

/** Short months as banks write them, in Indonesian and in English. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['mei', 'may'],
  ['jun'],
  ['jul'],
  ['agu', 'ags', 'agt', 'aug'],
  ['sep'],
  ['okt', 'oct'],
  ['nov', 'nop'],
  ['des', 'dec'],
];
/** Each format with its day, month and year named; a time may stand behind. */
const DATES: Readonly<Record<StatementDateFormat, RegExp>> = {
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/u,
  'DD-MM-YYYY': /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})$/u,
  'DD/MM/YY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{2})$/u,
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/u,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/u,
  'DD MMM YYYY': /^(?<day>\d{1,2}) (?<month>\p{L}{3})\p{L}*\.? (?<year>\d{4})$/u,
};

/** The day `YYYY-MM-DD` of a cell in this format; null for any other text. Workbooks hold days as `YYYY-MM-DD`. */
export function ownDay(cell: Cell, format: StatementDateFormat): string | null {
  const text = String(cell)
    .trim()
    .replace(/^'/u, '')
    .replace(/(?<=\d)[ T]\d{1,2}[:.]\d{2}.*$/u, '');
  const {
    day,
    month = '',
    year = '',
  } = (DATES[format].exec(text) ?? DATES['YYYY-MM-DD'].exec(text))?.groups ?? {};
  if (day === undefined) return null;
  const named = MONTHS.findIndex((names) => names.includes(month.toLowerCase())) + 1;
  return dayInCalendar(Number(year.length === 2 ? `20${year}` : year), named || Number(month), Number(day));
}

const trimmed = (names: readonly string[]) => {
  const last = names.findLastIndex((name) => name !== '');
  return names.slice(0, last + 1);
};

/** The head of a table of this shape: the first row behind those above it that equals its header row; null without one. */
export function findOwnHead(rows: readonly Row[], shape: OwnShape): Head | null {
  const wanted = trimmed(shape.headers.map(headName)).join('\n');
  const top = rows.slice(0, shape.skip_rows + HEAD_ROWS);
  const row = top.findIndex(
    (cells, at) => at >= shape.skip_rows && trimmed(cells.map(headName)).join('\n') === wanted,
  );
  return row < 0 ? null : { shape: toShape(shape), row, names: shape.headers.map((_head, at) => String(at)) };
}

/** An own shape as the built-in ones are: its columns are named by their places. */
export function toShape(own: OwnShape): Head['shape'] {
  const { description, ...single } = own.columns;
  const named = Object.entries(single).flatMap(([name, at]) =>
    at === undefined ? [] : [[name, String(at)]],
  );
  return {
    profile: 'own',
    own,
    decimal: own.decimal_sign,
    columns: {
      ...(Object.fromEntries(named) as Record<keyof typeof single, string>),
      description: description.map(String),
    },
  };
}
