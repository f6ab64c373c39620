import { isUtf8 } from 'node:buffer';
import type { OwnShape } from '@gerbang/domain/statement-profiles';
import { parse } from 'csv-parse/sync';
import { MOST_ROWS, refuseFarCells, refuseLongLines, refuseManyRows } from './refuse-long.ts';
import { type Cell, UnreadableStatement } from './statement.ts';
import { findHead, HEAD_ROWS } from './statement-shapes.ts';

const UNPACKED_MAX_BYTES = 50 * 1_048_576;
const SHEETS_MAX = 100;
const DELIMITERS = [',', ';', '\t'] as const;

type Written = Pick<OwnShape, 'delimiter' | 'encoding'>;

const notATable = () => new UnreadableStatement({ code: 'not_a_table' });

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/u;

/** Refuses a workbook that would unpack to more than a statement can be, before anything is unpacked, and far cells before they are read. */
async function refuseZipBomb(bytes: Uint8Array): Promise<void> {
  const { unzipSync } = await import('fflate');
  let unpacked = 0;
  let sheets = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (SHEET.test(name)) sheets += 1;
      return false;
    },
  });
  if (unpacked > UNPACKED_MAX_BYTES || sheets > SHEETS_MAX || sheets === 0) throw notATable();
  const contents = unzipSync(bytes, { filter: ({ name }) => SHEET.test(name) });
  for (const xml of Object.values(contents)) refuseFarCells(Buffer.from(xml).toString('latin1'));
}

function toCell(value: unknown): Cell {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? value : '';
}

/** The first sheet of a workbook, read by libraries that a CSV file does not wait for; formulas are read as the values that the file keeps. */
async function readWorkbook(bytes: Uint8Array): Promise<Cell[][]> {
  try {
    await refuseZipBomb(bytes);
    const { readSheet } = await import('read-excel-file/universal');
    // A copy: what comes from another process is a view of its whole message, and `slice` of a Buffer is one too.
    const rows = await readSheet(new Uint8Array(bytes).buffer);
    refuseManyRows(rows);
    return rows.map((row) => row.map(toCell));
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error;
    throw notATable();
  }
}

/** Text as UTF-8, else as Windows-1252, in which every byte is a letter. */
function decode(bytes: Uint8Array, encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252'): string {
  return new TextDecoder(encoding).decode(bytes);
}

const rowsOf = (text: string, delimiter: string, to: number): string[][] =>
  parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to,
  });

/** The delimiter under which the text has the head of a known table, else the one that makes most cells. */
function delimiterOf(text: string): string {
  const tried = DELIMITERS.map((delimiter) => ({ delimiter, rows: rowsOf(text, delimiter, HEAD_ROWS) }));
  const known = tried.find(({ rows }) => findHead(rows) !== null);
  if (known) return known.delimiter;
  return tried.reduce((best, one) => (one.rows.flat().length > best.rows.flat().length ? one : best))
    .delimiter;
}

function readText(bytes: Uint8Array, written?: Written): Cell[][] {
  const text = decode(bytes, written?.encoding);
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
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? readWorkbook(bytes) : readText(bytes, written);
}
