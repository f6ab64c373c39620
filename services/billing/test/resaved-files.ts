import { strToU8 } from 'fflate';
import { type Day, workbook } from './bank-workbooks.ts';

type Rows = readonly (readonly string[])[];

const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
const quoted = (cell: string, sign: string) =>
  cell.includes(sign) || /["\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csv = (rows: Rows, sign: string, end: string) =>
  rows.map((cells) => cells.map((cell) => quoted(cell, sign)).join(sign)).join(end) + end;
const widest = (rows: Rows) => Math.max(...rows.map((cells) => cells.length));
/** Programs save every row as wide as the widest. */
const padded = (rows: Rows) =>
  rows.map((cells) => [...cells, ...Array<string>(widest(rows) - cells.length).fill('')]);
const numberOf = (cell: string) =>
  /^-?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?$/u.test(cell) && /\d/u.test(cell)
    ? Number(cell.replaceAll(',', ''))
    : null;

/** A number as Excel shows it without a format: from twelve digits on it is shortened. */
function general(value: number): string {
  if (Math.abs(value) < 1e11) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential(5).split('e');
  return `${Number(mantissa)}E${exponent}`;
}
/** What Excel of the United States shows for a cell that it has opened from a CSV file. */
function shownByExcel(cell: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4}|\d{2})$/u.exec(cell) ?? [];
  // The digits keep their order: only what they mean has changed.
  if (day !== undefined && Number(day) <= 12)
    return `${Number(day)}/${Number(month)}/${year?.length === 2 ? `20${year}` : year}`;
  if (/^\d{4}-\d{2}-\d{2} /u.test(cell)) return '00:00.0';
  if (/^\d{2}\/\d{2}$/u.test(cell)) return `${Number(cell.slice(0, 2))}-Mar`;
  const value = numberOf(cell);
  if (value === null) return cell;
  return cell.includes(',') ? value.toLocaleString('en-US', { minimumFractionDigits: 2 }) : general(value);
}
/** LibreOffice reads plain decimal numbers from a CSV file and leaves the rest as it is. */
const shownByLibreOffice = (cell: string) =>
  /^\d+(?:\.\d+)?$/u.test(cell) && cell.length < 16 ? String(Number(cell)) : cell;

/**
 * The cells that Excel has of a file with commas where it parts cells by semicolons: a line is one text, but for semicolons
 * outside of quotes that it begins with.
 */
const bySemicolons = (rows: Rows) =>
  rows.map((cells) => {
    const line = cells.map((cell) => quoted(cell, ',')).join(',');
    const [, first = '', rest = ''] = /^"((?:[^"]|"")*)"(.*)$/su.exec(line) ?? [];
    return (first === '' ? line : `${first.replaceAll('""', '"')}${rest}`).split(';');
  });

/** A sheet as LibreOffice writes it: texts in a list of their own, each row and cell with a style. */
function libreOfficeWorkbook(rows: Rows): Buffer {
  const texts: string[] = [];
  const cellXml = (cell: string, place: string) => {
    if (cell === '') return '';
    const value = numberOf(cell);
    if (value !== null && shownByLibreOffice(cell) !== cell)
      return `<c r="${place}" s="0" t="n"><v>${value}</v></c>`;
    texts.push(cell);
    return `<c r="${place}" s="0" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const data = rows
    .map((cells, row) => {
      const inside = cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${row + 1}`));
      return `<row r="${row + 1}" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">${inside.join('')}</row>`;
    })
    .join('');
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><fileVersion appName="Calc"/><workbookPr backupFile="false" showObjects="all" date1904="false"/><sheets><sheet name="mutasi" sheetId="1" state="visible" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId4" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetPr filterMode="false"/><dimension ref="A1:Z${rows.length}"/><sheetData>${data}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEETS}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  return workbook(
    [rows],
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
}

/** A sheet as Excel of Indonesia keeps it: days and amounts as what they are. */
const excelWorkbook = (rows: Rows) =>
  workbook([
    rows.map((cells) =>
      cells.map((cell): string | number | Day => {
        const [, day, month, year = ''] = /^(\d{2})\/(\d{2})\/(\d{4}|\d{2})$/u.exec(cell) ?? [];
        if (day !== undefined) return { day: `${year.slice(-2).padStart(4, '20')}-${month}-${day}` };
        if (/^\d{4}-\d{2}-\d{2}$/u.test(cell)) return { day: cell };
        return numberOf(cell) ?? cell;
      }),
    ),
  ]);

/** Lines as LibreOffice saves them where it is told to quote every text. */
const inQuotes = (lines: readonly string[]) =>
  lines.map((line) => `"${line.replaceAll('"', '""')}"`).join('\n');

/** A bank's CSV file as a spreadsheet saves it again, from the cells of the file. */
export const RESAVED: Readonly<Record<string, (rows: Rows) => Buffer>> = {
  'CSV by Excel, which parts cells by semicolons': (rows) =>
    Buffer.from(csv(bySemicolons(rows), ';', '\r\n')),
  'CSV with every line in quotes': (rows) =>
    Buffer.from(inQuotes(bySemicolons(rows).map((cells) => cells.join(';')))),
  'XLSX by Excel, which parts cells by semicolons': (rows) => workbook([bySemicolons(rows)]),
  'XLSX by Excel': excelWorkbook,
  'XLSX by LibreOffice': libreOfficeWorkbook,
  'CSV by LibreOffice': (rows) =>
    Buffer.from(csv(padded(rows.map((cells) => cells.map(shownByLibreOffice))), ',', '\n')),
  'CSV UTF-8 by Excel': (rows) =>
    Buffer.from(`\uFEFF${csv(padded(rows.map((cells) => cells.map(shownByExcel))), ',', '\r\n')}`),
  'CSV by Excel of a Mac': (rows) =>
    Buffer.from(csv(padded(rows.map((cells) => cells.map(shownByExcel))), ';', '\r')),
  'CSV with blank rows above and a blank column': (rows) =>
    Buffer.from(csv([[''], [''], ...padded(rows).map((cells) => ['', ...cells])], ',', '\r\n')),
};
