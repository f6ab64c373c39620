import { isUtf8 } from 'node:buffer';
import type { OwnShape } from '@gerbang/domain/statement-profiles';
import { parse } from 'csv-parse/sync';
import { foldedText, isFolded, unfolded } from './folded-lines.ts';
import { MOST_ROWS, refuseFarCells, refuseLongLines, refuseManyRows } from './refuse-long.ts';
import { type Cell, type Unreadable, UnreadableStatement } from './statement.ts';
import { findHead, HEAD_ROWS } from './statement-shapes.ts';

const UNPACKED_MAX_BYTES = 50 * 1_048_576;
const SHEETS_MAX = 100;
const DELIMITERS = [',', ';', '\t'] as const;

type Written = Pick<OwnShape, 'delimiter' | 'encoding'>;

const notATable = () => new UnreadableStatement({ code: 'not_a_table' });

const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The stream of an old workbook in which a password keeps a new one. */
const LOCKED = 'EncryptedPackage';
const OPEN_DOCUMENT = /^PK.{28}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/su;
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
  for (const packed of Object.values(contents)) {
    const xml = Buffer.from(packed).toString('latin1');
    refuseFarCells(xml);
    refuseLostValues(xml);
  }
}

function toCell(value: unknown): Cell {
  if (typeof value === 'number') return value;
  // As text it is no amount; an empty cell would be one of nothing.
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
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
    const cells = rows.map((row) => row.map(toCell));
    return isFolded(cells) ? rowsOfText(foldedText(cells), written) : cells;
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error;
    throw notATable();
  }
}

/** UTF-16 by its byte order mark, or by a NUL beside each of the first letters; null for any other text. */
function utf16(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0) ? 'utf-16be' : null;
}

/** Text as UTF-16 where it is that, as UTF-8, else as Windows-1252, in which every byte is a letter. */
function decode(bytes: Uint8Array, written?: string): string {
  const guessed = written ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return new TextDecoder(utf16(bytes) ?? guessed).decode(bytes);
}

/** What programs save that is a table to people: the workbook of before 2007, a locked one, LibreOffice's own, a page of the web. */
function otherKind(bytes: Uint8Array): Extract<Unreadable, { code: 'not_a_table' }>['kind'] {
  if (OLD_WORKBOOK.every((byte, at) => bytes[at] === byte))
    return Buffer.from(bytes).includes(LOCKED, 0, 'utf16le') ? 'locked_workbook' : 'old_workbook';
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (OPEN_DOCUMENT.test(start)) return 'open_document';
  return /<(?:!doctype html|html|table|\?mso-application|workbook)\b/iu.test(start) ? 'web_page' : undefined;
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
  rowsOfText(decode(bytes, written?.encoding), written);

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
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? readWorkbook(bytes, written) : readText(bytes, written);
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
