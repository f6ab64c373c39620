import type { Cell } from './statement.ts';

/** No bank's table has fewer columns. */
const FEWEST_COLUMNS = 3;

const isFilled = (cell: Cell) => String(cell).trim() !== '';

/** A comma within a number; one anywhere else parts cells. */
const GROUPING = /(?<=\d),(?=\d{3}(?:\D|$))/gu;

/**
 * The rows, with lines taken apart that stand whole in one cell: where a spreadsheet parts cells by another sign than the
 * file does, it keeps a line as one text and puts quotes around it when it saves. A sum such as `Saldo Awal : 1,000.00`
 * stays as it is.
 */
export function unfolded(
  rows: readonly string[][],
  delimiter: string,
  read: (text: string) => string[][],
): string[][] {
  return rows.map((row) => {
    const [first = '', ...others] = row;
    if (!first.includes(delimiter) || others.some(isFilled)) return row;
    const isLine = first.includes('"') || first.replace(GROUPING, '').includes(delimiter);
    return (isLine && read(first)[0]) || row;
  });
}

/** Whether a row is a line with a day whose cells can no longer be told apart: a quote stands in it that parts nothing. */
export const isTorn = (row: readonly Cell[]): boolean => {
  const text = row.join(' ');
  return text.includes('"') && /\d{1,4}[/-]\d{1,2}/u.test(text);
};

/** Whether a sheet holds the lines of a text file, each in one cell, or in two where the other sign stands in a text. */
export const isFolded = (rows: readonly Cell[][]): boolean =>
  rows.length > 0 && rows.every((row) => row.slice(FEWEST_COLUMNS - 1).every((cell) => !isFilled(cell)));

/** The text file that such a sheet holds. */
export const foldedText = (rows: readonly Cell[][]): string =>
  rows.map((row) => row.filter(isFilled).join(';')).join('\n');
