import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';

const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');

/** A cell as a program keeps a formula: with the value that it had when the file was saved. */
export interface Formula {
  readonly formula: string;
  /** Missing where the program that wrote the file does not compute. */
  readonly value?: string;
}
/** A cell that shows an error, such as `#NAME?` for a text that begins with a sign. */
interface Lost {
  readonly error: string;
}
/** A day as a program keeps it: a number that a style shows as a day. */
export interface Day {
  /** `YYYY-MM-DD` */
  readonly day: string;
}
type Written = string | number | boolean | Formula | Lost | Day;

const DAY_ZERO = Date.UTC(1899, 11, 30);
const STYLES = `<styleSheet xmlns="${SHEETS}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function cellXml(cell: Written): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ('error' in cell) return `<c t="e"><v>${cell.error}</v></c>`;
  if ('day' in cell) return `<c s="1"><v>${(Date.parse(cell.day) - DAY_ZERO) / 86_400_000}</v></c>`;
  const formula = `<f>${escaped(cell.formula)}</f>`;
  return cell.value === undefined
    ? `<c>${formula}</c>`
    : `<c t="str">${formula}<v>${escaped(cell.value)}</v></c>`;
}

const named = (cells: readonly Written[], row: number) =>
  cells
    .map((cell, at) => cellXml(cell).replace('<c', `<c r="${String.fromCharCode(65 + at)}${row + 1}"`))
    .join('');

/** A workbook with these sheets, the first one first. */
export function workbook(
  sheets: readonly (readonly (readonly Written[])[])[],
  more: Readonly<Record<string, Uint8Array>> = {},
): Buffer {
  const each = (text: (number: number) => string) => sheets.map((_rows, at) => text(at + 1)).join('');
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets>${each(
      (number) => `<sheet name="S${number}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each(
      (number) =>
        `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${SHEETS}"><sheetData>${rows
          .map((cells, row) => `<row r="${row + 1}">${named(cells, row)}</row>`)
          .join('')}</sheetData></worksheet>`,
      ]),
    ),
  };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync({ ...Object.fromEntries(packed), ...more }));
}

/** The cells of a CSV file, as a program that opens it and saves a workbook has them. */
export const cellsOf = (text: string, delimiter = ','): string[][] =>
  parse(text, { delimiter, relax_column_count: true });
