/** Heads stand within the first rows. */
const MOST_ROWS = 80;
const END = 0x06_05_4b_50;
const END_BYTES = 22;
const STORED = 0;
/** Excel counts days from here. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
/** Ids of the formats of days that every workbook knows. */
const isKnownDay = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Reads one file of the zip archive as text; null where it is absent. */
type Part = (name: string) => Promise<string | null>;

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = plain.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    text += decoder.decode(piece.value, { stream: true });
  return text;
}

/** The files of a zip archive, by its directory; null for anything else. */
function openArchive(buffer: ArrayBuffer): Part | null {
  const view = new DataView(buffer);
  let end = buffer.byteLength - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) return null;
  const places = new Map<string, { at: number; packed: number; method: number }>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const short = (place: number) => view.getUint16(at + place, true);
    const long = (place: number) => view.getUint32(at + place, true);
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, short(28)));
    places.set(name, { at: long(42), packed: long(20), method: short(10) });
    at += 46 + short(28) + short(30) + short(32);
  }
  return async (name) => {
    const found = places.get(name);
    if (!found) return null;
    const start = found.at + 30 + view.getUint16(found.at + 26, true) + view.getUint16(found.at + 28, true);
    const bytes = new Uint8Array(buffer.slice(start, start + found.packed));
    return found.method === STORED ? new TextDecoder().decode(bytes) : inflated(bytes);
  };
}

const MARKS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (xml: string) =>
  xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (whole, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : (MARKS[name] ?? whole),
  );

/** The elements of this name, whatever prefix stands before it, with attributes and content. */
function elements(xml: string, name: string): { readonly attributes: string; readonly content: string }[] {
  const pattern = new RegExp(
    `<(?:\\w+:)?${name}((?:\\s[^>]*?)?)(?:/>|>(.*?)</(?:\\w+:)?${name}\\s*>)`,
    'gsu',
  );
  return [...xml.matchAll(pattern)].map(([, attributes = '', content = '']) => ({ attributes, content }));
}

const attribute = (attributes: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'u').exec(attributes)?.[1];
const textIn = (xml: string) =>
  elements(xml, 't')
    .map(({ content }) => unescaped(content))
    .join('');

/** Which styles of cells show a number as a day. */
function dayStyles(styles: string): boolean[] {
  const own = new Set(
    elements(styles, 'numFmt').flatMap(({ attributes }) => {
      const words = unescaped(attribute(attributes, 'formatCode') ?? '').replaceAll(
        /"[^"]*"|\[[^\]]*\]|\\./gu,
        '',
      );
      return /[dmy]/iu.test(words) ? Number(attribute(attributes, 'numFmtId')) : [];
    }),
  );
  const cells = elements(styles, 'cellXfs')[0]?.content ?? '';
  return elements(cells, 'xf').map(({ attributes }) => {
    const id = Number(attribute(attributes, 'numFmtId'));
    return isKnownDay(id) || own.has(id);
  });
}

/** A number as the server compares it: days as `YYYY-MM-DD`, parts of a rupiah behind a point. */
function numberText(value: number, isDay: boolean): string {
  if (isDay) return new Date(DAY_ZERO + Math.floor(value) * DAY_MS).toISOString().slice(0, 10);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

const columnOf = (address: string) =>
  [...address.replaceAll(/[^A-Z]/gu, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;

/** The address of the first sheet within the archive. */
async function firstSheet(part: Part): Promise<string> {
  const [sheet] = elements((await part('xl/workbook.xml')) ?? '', 'sheet');
  const id = attribute(sheet?.attributes ?? '', '\\w+:id');
  const links = elements((await part('xl/_rels/workbook.xml.rels')) ?? '', 'Relationship');
  const link = links.find(({ attributes }) => attribute(attributes, 'Id') === id);
  const target = attribute(link?.attributes ?? '', 'Target') ?? 'worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The first rows of a workbook's first sheet, cells as text, blank rows left out; null for anything else. */
export async function excelRows(bytes: ArrayBuffer): Promise<readonly string[][] | null> {
  const part = openArchive(bytes);
  const sheet = part && (await part(await firstSheet(part)));
  if (!sheet) return null;
  const shared = elements((await part('xl/sharedStrings.xml')) ?? '', 'si').map(({ content }) =>
    textIn(content.replaceAll(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gsu, '')),
  );
  const isDay = dayStyles((await part('xl/styles.xml')) ?? '');
  const ends = [...sheet.matchAll(/<\/(?:\w+:)?row\s*>/gu)].slice(0, MOST_ROWS);
  const rows = elements(sheet.slice(0, (ends.at(-1)?.index ?? 0) + 20), 'row').map(({ content }) => {
    const cells: string[] = [];
    for (const { attributes, content: cell } of elements(content, 'c')) {
      const address = attribute(attributes, 'r');
      const at = address === undefined ? cells.length : columnOf(address);
      while (cells.length < at) cells.push('');
      const value = elements(cell, 'v')[0]?.content ?? '';
      const type = attribute(attributes, 't');
      if (type === 's') cells[at] = shared[Number(value)] ?? '';
      else if (type === 'inlineStr') cells[at] = textIn(cell);
      else if (type === 'str') cells[at] = unescaped(value);
      else if (value === '' || type === 'e' || type === 'b') cells[at] = '';
      else cells[at] = numberText(Number(value), isDay[Number(attribute(attributes, 's') ?? 0)] ?? false);
    }
    return cells;
  });
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
}
