import type { OwnShape } from '@gerbang/domain/statement-profiles';
import {
  dayOfCell,
  decodeText,
  isWorkbook,
  lostDays,
  otherKind,
  sheetsOf,
} from '@gerbang/service-kit/spreadsheets/open-table';
import { parse } from 'csv-parse/sync';
import { foldedText, isFolded, unfolded } from './folded-lines.ts';
import { MOST_ROWS, refuseFarCells, refuseLongLines, refuseManyRows } from './refuse-long.ts';
import { type Cell, UnreadableStatement } from './statement.ts';
import { findHead, HEAD_ROWS } from './statement-shapes.ts';

const DELIMITERS = [',', ';', '\t'] as const;

type Written = Pick<OwnShape, 'delimiter' | 'encoding'>;

const notATable = () => new UnreadableStatement({ code: 'not_a_table' });

/** Refuses a workbook that would unpack to more than a statement can be, and far cells before they are read. */
async function refuseZipBomb(bytes: Uint8Array): Promise<void> {
  const sheets = await sheetsOf(bytes);
  if (sheets === null) throw notATable();
  for (const xml of sheets.values()) {
    refuseFarCells(xml);
    refuseLostValues(xml);
  }
}

function toCell(value: unknown, lost: number): Cell {
  if (typeof value === 'number') return value;
  // As text it is no amount; an empty cell would be one of nothing.
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return dayOfCell(value, lost);
  return typeof value === 'string' ? value : '';
}

/** The first sheet of a workbook, read by libraries that a CSV file does not wait for; formulas are read as the values that the file keeps. */
async function readWorkbook(bytes: Uint8Array, written?: Written): Promise<Cell[][]> {
  try {
    await refuseZipBomb(bytes);
    const { readSheet } = await import('read-excel-file/universal');
    // A copy: what comes from another process is a view of its whole message, and `slice` of a Buffer is one too.
    const rows = await readSheet(new Uint8Array(bytes).buffer);
    refuseManyRows(rows);
    const lost = await lostDays(bytes);
    const cells = rows.map((row) => row.map((value) => toCell(value, lost)));
    return isFolded(cells) ? rowsOfText(foldedText(cells), written) : cells;
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error;
    throw notATable();
  }
}

function rowsOf(text: string, delimiter: string, to: number): string[][] {
  const read = (some: string): string[][] =>
    parse(some, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to,
    });
  return unfolded(read(text), delimiter, read);
}

/** The first rows under a delimiter; none where it leaves a quote open, as a wrong one may. */
function firstRows(text: string, delimiter: string): string[][] {
  try {
    return rowsOf(text, delimiter, HEAD_ROWS);
  } catch {
    return [];
  }
}

/** The delimiter under which the text has the head of a known table, else the one that makes most cells. */
function delimiterOf(text: string): string {
  const tried = DELIMITERS.map((delimiter) => ({ delimiter, rows: firstRows(text, delimiter) }));
  const known = tried.find(({ rows }) => findHead(rows) !== null);
  if (known) return known.delimiter;
  return tried.reduce((best, one) => (one.rows.flat().length > best.rows.flat().length ? one : best))
    .delimiter;
}

const readText = (bytes: Uint8Array, written?: Written) =>
  rowsOfText(decodeText(bytes, written?.encoding), written);

function rowsOfText(text: string, written?: Written): Cell[][] {
  if (text.includes('\u0000')) throw notATable();
  refuseLongLines(text);
  try {
    const rows = rowsOf(text, written?.delimiter ?? delimiterOf(text), MOST_ROWS + 1);
    refuseManyRows(rows);
    return rows;
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error;
    throw notATable();
  }
}

/**
 * The cells of a CSV file or of a workbook's first sheet; throws `UnreadableStatement` for anything else. How a CSV file is
 * written is guessed where it is not given.
 */
export async function readCells(bytes: Uint8Array, written?: Written): Promise<Cell[][]> {
  const kind = otherKind(bytes);
  if (kind) throw new UnreadableStatement({ code: 'not_a_table', kind });
  return isWorkbook(bytes) ? readWorkbook(bytes, written) : readText(bytes, written);
}

/** A cell with an error (`#NAME?`), or with a formula and no value; a reader of workbooks takes both for empty. */
const LOST_VALUE =
  /<(?:\w+:)?c\b(?:[^<>]*\st\s*=\s*["']e["']|(?=[^<>]*>\s*<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*<\/(?:\w+:)?c>))[^<>]*>/u;
const ROW_NUMBER = /\sr\s*=\s*["'][A-Z]{1,3}(\d{1,7})["']/u;

/** Refuses a sheet in which a spreadsheet has lost a value: an amount that is gone would leave its row out. */
function refuseLostValues(xml: string): void {
  const [cell] = LOST_VALUE.exec(xml) ?? [];
  if (cell === undefined) return;
  throw new UnreadableStatement({ code: 'unreadable_row', row: Number(ROW_NUMBER.exec(cell)?.[1] ?? 1) });
}
