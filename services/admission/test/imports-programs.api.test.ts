import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapImport } from '@gerbang/contracts/imports';
import { strToU8, zipSync } from 'fflate';
import { type Caller, type Door, openDoor } from './door.ts';
import { previewOf, readImport } from './import-lists.ts';

/**
 * One table as programs save it. LibreOffice 7.4.7 wrote the files in `lists/` from typed cells: texts, days, numbers and a formula,
 * the second child hidden by a filter. Neither Excel nor Google's spreadsheets run here: their files are written below in the forms
 * of files that they are known to have saved (Excel 2010, Excel 365 of AppVersion 16.0300, Google's export of 2020).
 */
const HEADINGS = [
  'Nama Anak',
  'Tgl Lahir',
  'NIK',
  'Jenjang',
  'Kelas',
  'Tahun Ajaran',
  'No. HP',
  'Lunas',
  'Tgl Bayar',
  'Alamat',
];
type Cell = string | number | { readonly day: number } | { readonly formula: string } | null;
/** Days as Excel counts them, with its two numbers of 1904 behind. */
const TABLE: readonly (readonly Cell[])[] = [
  [
    "Nur'aini Zahra",
    { day: 43_907 },
    '3276015703200001',
    { formula: 'SD' },
    1,
    '2026/2027',
    '081234567801',
    'Ya',
    { day: 46_027 },
    'Jl. Melati 1 & 2',
  ],
  [
    'José Putra',
    { day: 43_830 },
    '3276013112190002',
    { formula: 'SD' },
    2,
    '2026/2027',
    81_234_567_802,
    'Tidak',
    null,
    null,
  ],
  [
    'Siti Aminah',
    { day: 44_378 },
    '3276014107210003',
    { formula: 'TK' },
    'TK A',
    '2026/2027',
    '+62 812-3456-7803',
    'Ya',
    { day: 46_081 },
    'Jl. Anggrek 3',
  ],
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** How a program writes what is in a cell. */
interface Way {
  readonly number: (value: number) => string;
  /** The code of the format of days, or the number of one that every program knows. */
  readonly dayFormat: string | number;
  readonly from1904?: true;
  /** Texts stand in their cells, not in a table of their own. */
  readonly inline?: true;
  readonly row: (n: number, hidden: boolean) => string;
  readonly workbook: string;
  readonly sheetName: string;
  /** The name of the sheet's file. */
  readonly file?: string;
}

function workbook(way: Way): Buffer {
  const { number, dayFormat, from1904 = false, inline = false, file = 'sheet1' } = way;
  const shared: string[] = [];
  const cellOf = (value: Cell, at: string): string => {
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${number(value)}</v></c>`;
    if (typeof value === 'object' && 'day' in value)
      return `<c r="${at}" s="1"><v>${number(value.day - (from1904 ? 1462 : 0))}</v></c>`;
    if (typeof value === 'object')
      return `<c r="${at}" t="str"><f>UPPER("${value.formula}")</f><v>${value.formula}</v></c>`;
    if (inline) return `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    shared.push(`<si><t>${escaped(value)}</t></si>`);
    return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`;
  };
  const rows = [HEADINGS, ...TABLE].map(
    (cells, index) =>
      `<row ${way.row(index + 1, index === 2)}>${cells
        .map((cell, column) => cellOf(cell, `${'ABCDEFGHIJ'[column]}${index + 1}`))
        .join('')}</row>`,
  );
  const custom = typeof dayFormat === 'string';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`;
  const relations = (list: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list}</Relationships>`;
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${kind}+xml"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels"
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part(`worksheets/${file}`, 'worksheet')}${part('styles', 'styles')}${inline ? '' : part('sharedStrings', 'sharedStrings')}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      [
        relation('rId4', 'worksheet', `worksheets/${file}.xml`),
        relation('rId1', 'styles', 'styles.xml'),
        ...(inline ? [] : [relation('rId2', 'sharedStrings', 'sharedStrings.xml')]),
      ].join(''),
    ),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">${way.workbook}<sheets><sheet state="visible"
      name="${way.sheetName}" sheetId="1" r:id="rId4"/></sheets></workbook>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}">${custom ? `<numFmts count="1"><numFmt numFmtId="164" formatCode="${dayFormat}"/></numFmts>` : ''}
      <fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1">
      <xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="${custom ? 164 : dayFormat}"
      applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`,
    [`xl/worksheets/${file}.xml`]: `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ...(!inline && {
      'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}" count="${shared.length}" uniqueCount="${shared.length}">${shared.join('')}</sst>`,
    }),
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** As Google's export writes a number: with a fraction, and with an exponent from ten million on. */
function asGoogle(value: number): string {
  if (value < 1e7) return `${value}.0`;
  const digits = String(value);
  return `${digits[0]}.${digits.slice(1).replace(/0+$/u, '') || '0'}E${digits.length - 1}`;
}

const EXCEL = {
  number: String,
  row: (n: number, hidden: boolean) =>
    `r="${n}" spans="1:10"${hidden ? ' hidden="1"' : ''} xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" x14ac:dyDescent="0.25"`,
  sheetName: 'Sheet1',
} as const;
const GOOGLE = {
  number: asGoogle,
  row: (n: number, hidden: boolean) => `r="${n}"${hidden ? ' hidden="1"' : ''}`,
  workbook: '<workbookPr/>',
  sheetName: 'Form Responses 1',
} as const;

/** The table as a CSV file shows it: days by the country's order. */
function csv(delimiter: string, end: string): string {
  const lines = TABLE.map((cells) =>
    cells.map((cell) => {
      if (cell === null) return '';
      if (typeof cell !== 'object') return String(cell);
      if ('formula' in cell) return cell.formula;
      const [year, month, day] = new Date(Date.UTC(1899, 11, 30) + cell.day * 86_400_000)
        .toISOString()
        .slice(0, 10)
        .split('-');
      return `${day}/${month}/${year}`;
    }),
  );
  return [HEADINGS, ...lines].map((cells) => cells.join(delimiter)).join(end);
}

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'lists', name));

describe('one list, as each program saves it', () => {
  let door: Door;
  let tu: Caller;
  beforeAll(async () => {
    door = await openDoor();
    tu = await door.caller('staff_tu', 'Tata Usaha');
  });
  afterAll(() => door.close());

  const seen = async (bytes: Buffer, fileName: string) => {
    const { rows, notes, mapping } = await readImport(door, tu, await previewOf(door, tu, bytes, fileName));
    return {
      rows: rows.map(({ n, status, values, reasons }) => ({ n, status, values, reasons })),
      notes,
      mapping,
    };
  };
  const wanted = {
    mapping: {
      'Nama Anak': 'full_name',
      'Tgl Lahir': 'birth_date',
      'No. HP': 'contact_phone',
      Lunas: 'fee_paid',
    },
    rows: [
      {
        n: 2,
        status: 'new',
        reasons: [],
        values: {
          full_name: "Nur'aini Zahra",
          birth_date: '2020-03-17',
          nik: '3276015703200001',
          jenjang: 'SD',
          kelas: '1',
          academic_year: '2026/2027',
          contact_phone: '+6281234567801',
          fee_paid: true,
          payment_date: '2026-01-05',
          address: 'Jl. Melati 1 & 2',
        },
      },
      {
        n: 3,
        status: 'new',
        reasons: [],
        values: {
          full_name: 'José Putra',
          birth_date: '2019-12-31',
          nik: '3276013112190002',
          kelas: '2',
          contact_phone: '+6281234567802',
          fee_paid: false,
          payment_date: null,
        },
      },
      {
        n: 4,
        status: 'new',
        reasons: [],
        values: {
          full_name: 'Siti Aminah',
          birth_date: '2021-07-01',
          nik: '3276014107210003',
          jenjang: 'TK',
          kelas: 'TK A',
          contact_phone: '+6281234567803',
          payment_date: '2026-02-28',
        },
      },
    ],
  };

  test.each([
    ['LibreOffice 7.4.7', () => fixture('libreoffice-7.4.7.xlsx')],
    ['LibreOffice 7.4.7, days from 1904', () => fixture('libreoffice-7.4.7-1904.xlsx')],
    [
      'Excel 365',
      () => workbook({ ...EXCEL, dayFormat: 14, workbook: '<workbookPr defaultThemeVersion="166925"/>' }),
    ],
    [
      'Excel 2010, days from 1904 in a format of their own',
      () =>
        workbook({
          ...EXCEL,
          dayFormat: String.raw`d\ mmmm\ yyyy`,
          from1904: true,
          workbook: '<workbookPr date1904="1" defaultThemeVersion="124226"/>',
        }),
    ],
    [
      'Excel 365, days of Indonesia, a sheet that was moved',
      () =>
        workbook({
          ...EXCEL,
          dayFormat: '[$-421]dd\\ mmmm\\ yyyy;@',
          workbook: '<workbookPr/>',
          file: 'sheet3',
        }),
    ],
    ["Google's spreadsheets", () => workbook({ ...GOOGLE, dayFormat: 'dd/mm/yyyy' })],
    [
      "Google's spreadsheets, texts in their cells",
      () => workbook({ ...GOOGLE, dayFormat: 'd mmmm yyyy', inline: true }),
    ],
  ] as const)('when %s saves it as a workbook, then it is read alike', async (_program, make) => {
    const { rows, notes, mapping } = await seen(make(), 'daftar.xlsx');
    expect({ rows, mapping }).toMatchObject(wanted);
    expect(notes).toEqual([{ text: '1 baris tersembunyi di berkas ini ikut dibaca.' }]);
  });

  test.each([
    ['LibreOffice 7.4.7', () => fixture('libreoffice-7.4.7.csv')],
    ['Excel in Indonesian, CSV UTF-8', () => Buffer.from(`\uFEFF${csv(';', '\r\n')}\r\n`)],
    ['Excel in Indonesian, CSV', () => Buffer.from(csv(';', '\r\n'), 'latin1')],
    ['Excel, Unicode text', () => Buffer.from(`\uFEFF${csv('\t', '\r\n')}`, 'utf16le')],
    ["Google's spreadsheets", () => Buffer.from(csv(',', '\r\n'))],
  ] as const)('when %s saves it as text, then it is read alike', async (_program, make) => {
    const { rows, mapping } = await seen(make(), 'daftar.csv');
    expect({ rows, mapping }).toMatchObject(wanted);
  });

  test.each([
    // Written whole, all sixteen digits; one that ends in a zero might be rounded.
    ['3.276015703200001E15', 'new', '3276015703200001'],
    ['3276015703200001.0', 'new', '3276015703200001'],
    ['3.27601570320001E15', 'impossible', '3.27601570320001E15'],
    ['3.2760157032E+15', 'impossible', '3.2760157032E+15'],
  ])('when a workbook writes a NIK as the number %s, then it is %s', async (digits, status, nik) => {
    const bytes = workbook({
      ...GOOGLE,
      dayFormat: 14,
      number: (value) => (value === 81_234_567_802 ? digits : asGoogle(value)),
    });
    const id = await previewOf(door, tu, bytes, 'daftar.xlsx');
    const mapping = { NIK: null, 'No. HP': 'nik' };
    expect(
      (await door.call(mapImport, tu, { params: { id }, body: { mapping, version: 1 } })).statusCode,
    ).toBe(200);
    const row = (await readImport(door, tu, id)).rows.find(({ n }) => n === 3);
    expect(row?.values.nik).toBe(nik);
    expect(row?.reasons.some(({ text }) => text.startsWith('NIK rusak oleh Excel'))).toBe(
      status === 'impossible',
    );
  });
});
