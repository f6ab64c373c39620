import { inflateRawSync } from 'node:zlib';

const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const LOCAL = 0x04_03_4b_50;
const STORED = 0;

/** The files of a zip archive by their names, found by its directory as every reader does. Enough for a small workbook. */
function unzip(zip: Buffer): Map<string, Buffer> {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('The bytes are no zip archive');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the archive is broken');
    const [method, packed, size] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== LOCAL) throw new Error(`${name} is not where the directory says`);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    const content = method === STORED ? bytes : inflateRawSync(bytes);
    if (content.length !== size) throw new Error(`${name} has not the size that the directory says`);
    files.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

const unescaped = (xml: string) =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The rows of a workbook's first sheet, each cell as text. */
export function rowsOf(workbook: Buffer): string[][] {
  const sheet = unzip(workbook).get('xl/worksheets/sheet1.xml')?.toString();
  if (!sheet) throw new Error('The workbook has no sheet');
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gsu)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/gsu)].map(([, cell = '']) =>
      unescaped(/<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/su.exec(cell)?.[1] ?? ''),
    ),
  );
}
