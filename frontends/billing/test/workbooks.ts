import { deflateRawSync } from 'node:zlib';

/** A zip archive of these files: every second one is stored as it is. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [index, [name, text]] of Object.entries(files).entries()) {
    const packed = index % 2 ? Buffer.from(text) : deflateRawSync(Buffer.from(text));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04_03_4b_50, 0);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50, 0);
    entry.writeUInt16LE(index % 2 ? 0 : 8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += head.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(files).length, place);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const row = (at: number, cells: string) => `<x:row r="${at}" spans="1:5">${cells}</x:row>`;

/** A bank's workbook: shared and inline texts, days as numbers, a blank row, an amount with parts of a rupiah. */
export const bankWorkbook = (): Buffer =>
  zipOf({
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[
      ['styles', 'styles'],
      ['worksheet', 'worksheets/data'],
      ['sharedStrings', 'sharedStrings'],
    ]
      .map(
        ([type, name], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${name}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="170" formatCode="dd\\-mmm"/><numFmt numFmtId="171" formatCode="&quot;Rp&quot; #,##0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="171"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml':
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>Tgl</t></si><si><r><t>Uraian </t></r><r><t xml:space="preserve">Transaksi</t></r></si><si><t>Masuk &amp; kredit</t></si><si><t>Keluar</t></si></sst>',
    'xl/worksheets/data.xml': `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${[
      row(1, '<x:c r="A1" t="inlineStr"><x:is><x:t>Mutasi rekening</x:t></x:is></x:c>'),
      '<x:row r="2"/>',
      row(3, [0, 1, 2, 3].map((at) => `<x:c r="${'ABCD'[at]}3" t="s"><x:v>${at}</x:v></x:c>`).join('')),
      row(
        4,
        '<x:c r="A4" s="1"><x:v>46346.5</x:v></x:c><x:c r="B4" t="str"><x:v>TRF &lt;RINA&gt;</x:v></x:c><x:c r="C4" s="2"><x:v>350137</x:v></x:c><x:c r="D4"/>',
      ),
      row(5, '<x:c r="A5" s="1"><x:v>46347</x:v></x:c><x:c r="D5" s="2"><x:v>5000.5</x:v></x:c>'),
    ].join('')}</x:sheetData></x:worksheet>`,
  });
