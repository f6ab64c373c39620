import { STATEMENT_MAX_LINES } from '@gerbang/domain/bank-statements';
import { UnreadableStatement } from './statement.ts';

/** Beyond the lines a file may have a head, a foot and blank rows. */
export const MOST_ROWS = STATEMENT_MAX_LINES + 1000;
const MOST_COLUMNS = 100;
const LONGEST_LINE = 10_000;
/** The place of a row or a cell in a sheet, `7` or `B7`. */
const PLACE = /<(?:\w+:)?(?:row|c)\b[^<>]*?\sr\s*=\s*["']([^"'<>]*)/gu;

const tooLong = () => new UnreadableStatement({ code: 'too_long' });

/** Refuses a text with a line that no bank writes, before a parser takes it apart. */
export function refuseLongLines(text: string): void {
  let start = 0;
  for (const { index } of text.matchAll(/[\r\n]/gu)) {
    if (index - start > LONGEST_LINE) throw tooLong();
    start = index + 1;
  }
  if (text.length - start > LONGEST_LINE) throw tooLong();
}

export function refuseManyRows(rows: readonly unknown[]): void {
  if (rows.length > MOST_ROWS) throw tooLong();
}

const columnOf = (letters: string) =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/** Refuses a sheet with a row or a cell far out, before a parser makes all cells up to there. */
export function refuseFarCells(xml: string): void {
  for (const [, place = ''] of xml.matchAll(PLACE)) {
    const [, letters = '', row = ''] = /^([A-Z]{0,3})(\d{1,7})$/u.exec(place) ?? [];
    if (row === '' || Number(row) > MOST_ROWS || columnOf(letters) > MOST_COLUMNS) throw tooLong();
  }
}
