import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  columnName,
  escaped,
  MADE,
  MAIN,
  OFFICE,
  PARTS,
  RELATIONS,
  rowXml,
  STYLE,
  textCell,
  TYPES,
  XML,
} from './workbook.ts';

/** A column that people fill in. */
export interface FormColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** What a drop-down offers; other values can be typed. */
  readonly choices?: readonly string[];
}

/** A workbook to be filled in: its columns, how many rows the drop-downs reach, and a sheet of help. */
export interface FormBook {
  readonly title: string;
  readonly columns: readonly FormColumn[];
  readonly rows: number;
  readonly help: { readonly title: string; readonly lines: readonly (readonly string[])[] };
  /** The name of the sheet with what the drop-downs offer. */
  readonly choices: string;
}

const rowsXml = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, at) =>
      rowXml(
        at + 1,
        cells.map((cell) => textCell(cell, at === 0 ? STYLE.head : undefined)),
      ),
    )
    .join('');

/** The sheet to fill in. All of its cells are texts, so that numbers of identity keep their digits. */
function formSheet({ columns, rows, choices: listed }: FormBook, lists: readonly FormColumn[]): string {
  const widths = columns.map(
    ({ width }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${STYLE.quoted}" customWidth="1"/>`,
  );
  const validations = columns.flatMap((column, at) => {
    const list = lists.indexOf(column);
    if (list < 0) return [];
    const [place, from] = [columnName(at), columnName(list)];
    const last = (column.choices?.length ?? 0) + 1;
    return [
      `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${place}2:${place}${rows + 1}"><formula1>'${escaped(listed)}'!$${from}$2:$${from}$${last}</formula1></dataValidation>`,
    ];
  });
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowsXml([columns.map(({ title }) => title)])}</sheetData>${validations.length > 0 ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>` : ''}</worksheet>`;
}

const plainSheet = (rows: readonly (readonly string[])[], widths: readonly number[]) =>
  `${XML}<worksheet xmlns="${MAIN}"><cols>${widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${rowsXml(rows)}</sheetData></worksheet>`;

/** What the drop-downs offer, a column for each. */
function choiceRows(lists: readonly FormColumn[]): string[][] {
  const longest = Math.max(0, ...lists.map(({ choices = [] }) => choices.length));
  return [
    lists.map(({ title }) => title),
    ...Array.from({ length: longest }, (_, at) => lists.map(({ choices = [] }) => choices[at] ?? '')),
  ];
}

/** A workbook to be filled in and sent back: the table with its drop-downs, the help, and the sheet that the drop-downs read. */
export function formWorkbook(book: FormBook): Readable {
  const lists = book.columns.filter(({ choices = [] }) => choices.length > 0);
  const sheets = [
    { name: book.title, xml: formSheet(book, lists) },
    { name: book.help.title, xml: plainSheet(book.help.lines, [30, 100]) },
    {
      name: book.choices,
      xml: plainSheet(
        choiceRows(lists),
        lists.map(() => 24),
      ),
    },
  ];
  const part = (at: number) => `xl/worksheets/sheet${at + 1}.xml`;
  const styles = `rId${sheets.length + 1}`;
  const parts = {
    ...PARTS,
    '[Content_Types].xml': (PARTS['[Content_Types].xml'] ?? '').replace(
      /<Override PartName="\/xl\/worksheets[^>]*>/u,
      sheets
        .map((_, at) => `<Override PartName="/${part(at)}" ContentType="${TYPES}.worksheet+xml"/>`)
        .join(''),
    ),
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
      .map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    ...Object.fromEntries(sheets.map(({ xml }, at) => [part(at), xml])),
  };
  const archive = new ZipFile();
  for (const [path, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(text), path, MADE);
  archive.end();
  return archive.outputStream as Readable;
}
