import { inJakarta } from '@gerbang/domain/jakarta-time';
import { Readable } from 'node:stream';
import type { Cell, Column } from './workbook.ts';

/** Excel in Indonesian parts cells by semicolons, because its comma is the decimal sign; the mark lets it read UTF-8. */
const SEPARATOR = ';';
const MARK = '\uFEFF';
const LINE_END = '\r\n';
const LONGEST_TEXT = 32_767;

/** What a spreadsheet would take for a formula, also after blanks or in full width. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;
/** Digits that a spreadsheet would shorten or round: identity numbers, accounts, phones. */
const DIGITS = /^(?:0\d+|\d{12,})$/u;
const QUOTED = /[";,\t\r\n]|^\s|\s$/u;

/** A leading apostrophe keeps a formula or a long number a text, as OWASP advises against CSV injection. */
function textOf(text: string): string {
  const clean = text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\u0000', '');
  const kept = FORMULA.test(clean) || DIGITS.test(clean) ? `'${clean}` : clean;
  return QUOTED.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

const dayOf = (day: string): string => day.split('-').toReversed().join('/');

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if ('text' in cell) return textOf(cell.text);
  if ('number' in cell) return String(cell.number).replace('.', ',');
  if ('rupiah' in cell) return String(cell.rupiah);
  if ('day' in cell) return dayOf(cell.day);
  const [day = '', time = ''] = inJakarta(cell.moment).split('T');
  return `${dayOf(day)} ${time.slice(0, 5)}`;
}

const line = (cells: readonly string[]): string => cells.join(SEPARATOR) + LINE_END;

async function* lines(columns: readonly Column[], pages: AsyncIterable<readonly (readonly Cell[])[]>) {
  yield MARK + line(columns.map(({ title }) => textOf(title)));
  for await (const rows of pages) yield rows.map((row) => line(row.map(cellText))).join('');
}

/** The rows of a workbook as CSV, made while it is read; the stream ends `pages` and fails as `workbook` does. */
export const csv = (
  columns: readonly Column[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable => Readable.from(lines(columns, pages), { objectMode: false });
