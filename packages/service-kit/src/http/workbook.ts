import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A cell by what it is; null = empty. Days are `YYYY-MM-DD`, moments are shown in Jakarta's time. */
export type Cell =
  | { readonly text: string }
  | { readonly number: number }
  | { readonly rupiah: number }
  | { readonly day: string }
  | { readonly moment: Date }
  | null;

export interface Column {
  readonly title: string;
  /** A heading above this one and those beside it that have the same; a sheet with one has two rows of headings. */
  readonly group?: string;
  /** In characters. */
  readonly width: number;
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Places in the list of cell formats below. */
export const STYLE = { head: 1, day: 2, moment: 3, rupiah: 4, quoted: 5 } as const;
const LONGEST_TEXT = 32_767;
const DAY_MS = 86_400_000;
const JAKARTA_MS = 7 * 3_600_000;
/** Days from the first of a spreadsheet to 1 January 1970. */
const EPOCH = 25_569;

/** The parts of a workbook of one sheet, without the workbook itself and its sheet. */
export const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="&quot;Rp&quot;\\ #,##0"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** Text of a cell: what XML cannot hold is left out, what Excel would read as a code point stays as it is. */
export function escaped(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/gu, '_x005F_')
    .replace(/&/gu, '&amp;')
    .replace(/</gu, '&lt;')
    .replace(/>/gu, '&gt;')
    .replace(/"/gu, '&quot;');
}

/** `A`, `B` … `AA` of the place of a column from 0. */
export function columnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

/** A row in this line from 1, whose cells are told their places: some readers of workbooks want that. */
export function rowXml(line: number, cells: readonly string[]): string {
  const placed = cells.map((cell, at) => cell.replace('<c', `<c r="${columnName(at)}${line}"`));
  return `<row r="${line}">${placed.join('')}</row>`;
}

/** A cell that holds a text, whatever it begins with. */
export function textCell(text: string, style?: number): string {
  // Every text is a typed string, never a formula; the mark keeps it one after the cell is edited or copied.
  const chosen = style ?? (/^[\s]*[=+\-@]/u.test(text) ? STYLE.quoted : undefined);
  const attribute = chosen === undefined ? '' : ` s="${chosen}"`;
  return `<c${attribute} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>';
  if ('text' in cell) return textCell(cell.text);
  if ('number' in cell) return `<c><v>${cell.number}</v></c>`;
  if ('rupiah' in cell) return `<c s="${STYLE.rupiah}"><v>${cell.rupiah}</v></c>`;
  if ('day' in cell) {
    return `<c s="${STYLE.day}"><v>${Date.parse(`${cell.day}T00:00:00Z`) / DAY_MS + EPOCH}</v></c>`;
  }
  return `<c s="${STYLE.moment}"><v>${(cell.moment.getTime() + JAKARTA_MS) / DAY_MS + EPOCH}</v></c>`;
}

/** The titles row by row: one, or two where columns stand in groups. */
function headRows(columns: readonly Column[]): string[][] {
  if (columns.every(({ group }) => group === undefined)) return [columns.map(({ title }) => title)];
  return [
    columns.map(({ title, group }, at) =>
      group === undefined ? title : group === columns[at - 1]?.group ? '' : group,
    ),
    columns.map(({ title, group }) => (group === undefined ? '' : title)),
  ];
}

/** A row whose cells follow each other without a gap, so that none needs to be told its place. */
const plainRow = (_line: number, cells: readonly string[]) => `<row>${cells.join('')}</row>`;

async function* sheet(
  columns: readonly Column[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  rowOf: typeof rowXml,
) {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const heads = headRows(columns);
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${heads.length}" topLeftCell="A${heads.length + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  let line = 0;
  for (const titles of heads) {
    line += 1;
    yield rowOf(
      line,
      titles.map((title) => (title === '' ? '<c/>' : textCell(title, STYLE.head))),
    );
  }
  for await (const rows of pages) {
    const written = rows.map((row, at) => rowOf(line + at + 1, row.map(cellXml)));
    line += rows.length;
    yield written.join('');
  }
  yield '</sheetData></worksheet>';
}

/** Files of an archive carry one date, so that equal lists give equal bytes. */
export const MADE = { mtime: new Date(1980, 0, 1) };

/**
 * An XLSX workbook of one sheet, made page of rows by page while it is read: its size does not matter. Destroying the
 * stream ends `pages`; an error of `pages` destroys the stream.
 */
export function workbook(
  name: string,
  columns: readonly Column[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  /** Tells each cell its place, for a workbook that is read again. */
  { placed = false }: { readonly placed?: boolean | undefined } = {},
): Readable {
  const book = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const rows = Readable.from(sheet(columns, pages, placed ? rowXml : plainRow), { objectMode: false });
  const archive = new ZipFile();
  const stream = archive.outputStream as Readable;
  archive.on('error', (error: Error) => stream.destroy(error));
  stream.once('close', () => rows.destroy());
  for (const [path, text] of Object.entries({ ...PARTS, 'xl/workbook.xml': book })) {
    archive.addBuffer(Buffer.from(text), path, MADE);
  }
  archive.addReadStream(rows, 'xl/worksheets/sheet1.xml', MADE);
  archive.end();
  return stream;
}
