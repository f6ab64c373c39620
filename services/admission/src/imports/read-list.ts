import { IMPORT_MAX_ROWS } from '@gerbang/domain/imports';
import {
  dayOfCell,
  decodeText,
  isWorkbook,
  lostDays,
  otherKind,
  type OtherKind,
  sheetsOf,
} from '@gerbang/service-kit/spreadsheets/open-table';
import { parse } from 'csv-parse/sync';
import { headingsKnown, type ListCell, type ListRow, type ListTable, toTable } from './list-table.ts';

/** Why a file is no list that we can read. */
export type Unreadable =
  | { readonly code: 'not_a_table'; readonly kind?: OtherKind }
  | { readonly code: 'too_many_rows' };

/** Rows of a sheet that may stand above, between and under those of the list. */
const MOST_LINES = IMPORT_MAX_ROWS + 5000;
const MOST_COLUMNS = 200;
const LONGEST_CELL = 2000;
const DELIMITERS = [',', ';', '\t'] as const;

class UnreadableList extends Error {
  readonly reason: Unreadable;

  constructor(reason: Unreadable) {
    super(reason.code);
    this.reason = reason;
  }
}

const notATable = () => new UnreadableList({ code: 'not_a_table' });
const tooLong = () => new UnreadableList({ code: 'too_many_rows' });

const ROW = /<(?:\w+:)?row\b([^<>]*)>/gu;
const NUMBER = /\sr\s*=\s*["'](\d{1,7})["']/u;
const HIDDEN = /\shidden\s*=\s*["'](?:1|true)["']/u;
/** A cell far to the right would make a parser fill every one before it. */
const FAR_CELL = /<(?:\w+:)?c\b[^<>]*?\sr\s*=\s*["'](?:[A-Z]{3}|[H-Z][A-Z])\d/u;

/** The lines of a sheet that are hidden; refuses a sheet that is longer or wider than a list, before a parser fills its gaps. */
function hiddenLines(xml: string): ReadonlySet<number> {
  if (FAR_CELL.test(xml)) throw notATable();
  const hidden = new Set<number>();
  let line = 0;
  for (const [, attributes = ''] of xml.matchAll(ROW)) {
    line = Number(NUMBER.exec(attributes)?.[1] ?? line + 1);
    if (line > MOST_LINES) throw tooLong();
    if (HIDDEN.test(attributes)) hidden.add(line);
  }
  return hidden;
}

/**
 * A number of a workbook as its digits: Google writes `1.0` and `8.1234567802E10`. Up to fifteen digits every program keeps; of a
 * longer number with an exponent only one of which every digit is written is whole.
 */
function digitsOf(text: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^(\d+)(?:\.(\d+))?(?:E\+?(\d{1,2}))?$/iu.exec(text) ?? [];
  const [written, places] = [fraction.replace(/0+$/u, ''), Number(power)];
  const length = whole.length + places;
  if (whole === '' || written.length > places || (length > 15 && places > 0 && written.length < places))
    return text;
  return whole + written.padEnd(places, '0');
}

function toCell(value: unknown, lost: number): ListCell {
  if (value instanceof Date) return dayOfCell(value, lost);
  if (typeof value === 'object' && value !== null && 'number' in value) return value as ListCell;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).slice(0, LONGEST_CELL) : '';
}

/** The first sheet of a workbook. A number keeps its digits: as a number of the machine an identity number would be rounded. */
async function readWorkbook(bytes: Uint8Array): Promise<ListTable | null> {
  const sheets = await sheetsOf(bytes);
  if (sheets === null) throw notATable();
  // Programs number the files of sheets in their order.
  const [first = ''] = [...sheets.keys()].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  for (const xml of sheets.values()) hiddenLines(xml);
  const hidden = hiddenLines(sheets.get(first) ?? '');
  const { readSheet } = await import('read-excel-file/universal');
  // A copy: what comes from another process is a view of its whole message.
  const rows = await readSheet(new Uint8Array(bytes).buffer, {
    parseNumber: (number: string) => ({ number: digitsOf(number.trim()) }) as never,
  });
  const lost = await lostDays(bytes);
  return toTable(
    rows.map(
      (row, at): ListRow => ({
        n: at + 1,
        cells: row.slice(0, MOST_COLUMNS).map((value) => toCell(value, lost)),
        hidden: hidden.has(at + 1),
      }),
    ),
    sheets.size - 1,
  );
}

function parsed(text: string, delimiter: string, to: number) {
  return parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to,
  }) as unknown as { readonly info: { readonly lines: number }; readonly record: string[] }[];
}

/** The sign between cells: the one under which most headings are known, else the one that makes most cells. */
function delimiterOf(text: string): string {
  const tried = DELIMITERS.map((delimiter) => {
    try {
      const rows = parsed(text, delimiter, 20).map(({ record }) => record);
      return { delimiter, known: headingsKnown(rows), cells: rows.flat().length };
    } catch {
      return { delimiter, known: 0, cells: 0 };
    }
  });
  return tried.toSorted((a, b) => b.known - a.known || b.cells - a.cells)[0]?.delimiter ?? ',';
}

/** Excel writes this line above a table to name the sign between cells. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?\n/iu;

function readText(bytes: Uint8Array): ListTable | null {
  const text = decodeText(bytes);
  if (text.includes('\u0000')) throw notATable();
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const body = text.slice(line.length);
  const above = line === '' ? 0 : 1;
  const rows = parsed(body, named ?? delimiterOf(body), MOST_LINES + 1);
  if (rows.length > MOST_LINES) throw tooLong();
  return toTable(
    rows.map(
      ({ info, record }): ListRow => ({
        // A row ends in the last of its lines; a text in quotes may take several.
        n: above + info.lines - record.reduce((lines, cell) => lines + cell.split('\n').length - 1, 0),
        cells: record.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, LONGEST_CELL)),
        hidden: false,
      }),
    ),
  );
}

/** The list in a CSV file or on a workbook's first sheet, or why there is none. */
export async function readList(
  bytes: Uint8Array,
): Promise<{ readonly table: ListTable } | { readonly unreadable: Unreadable }> {
  const kind = otherKind(bytes);
  if (kind) return { unreadable: { code: 'not_a_table', kind } };
  try {
    const table = isWorkbook(bytes) ? await readWorkbook(bytes) : readText(bytes);
    if (table === null || table.rows.length === 0) return { unreadable: { code: 'not_a_table' } };
    if (table.rows.length > IMPORT_MAX_ROWS) return { unreadable: { code: 'too_many_rows' } };
    return { table };
  } catch (error) {
    return { unreadable: error instanceof UnreadableList ? error.reason : { code: 'not_a_table' } };
  }
}
