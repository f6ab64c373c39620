import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import { activeDocument, brokenDocument, heavyPdf } from './document-checks.ts';

const unpack = promisify(inflate);

const END_WITHIN = 2048;
const PIECE = 512 * 1024;
/** All object streams of a document together. */
const MAX_UNPACKED = 20 * 1024 * 1024;
const MAX_STREAMS = 300;
const MAX_OBJECTS = 200_000;
/** Of processor time, so that a busy machine refuses no honest document. */
const MAX_WORK_MS = 2000;
/** Behind a name that counts only with a dictionary or reference: so far white space and comments are skipped. */
const VALUE_WITHIN = 4096;
/** Names that may be harmless are rare; a file full of them is made to cost time. */
const MAX_DOUBTS = 20;
const HASH = 0x23;
const SLASH = 0x2f;
const SPACE = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])*`;

/** The names that make a document run, send or hide something (ISO 32000-1, 7.6, 7.11.4, 12.6, 12.7.8). */
const NAMES = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'SubmitForm',
  'XFA',
  'AA',
  'OpenAction',
  'Encrypt',
  'ObjStm',
];
type Name = (typeof NAMES)[number];
const SEARCHED = NAMES.map((name) => ({ name, letters: Buffer.from(name) }));

const encryptedDocument = (): Problem =>
  unprocessable(
    'file_encrypted',
    'PDF ini terkunci, juga bila terbuka tanpa kata sandi. Buka filenya, pilih Cetak lalu Simpan sebagai PDF, dan unggah hasilnya.',
  );

/** The value of a hexadecimal digit; far out of every byte where it is none. */
function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : 0x1_00;
}

/** The byte of a name that is written here, in one character or as `#61`. */
const letterAt = (bytes: Buffer, at: number): number =>
  bytes[at] === HASH ? digit(bytes[at + 1]) * 16 + digit(bytes[at + 2]) : (bytes[at] ?? 0);

/** Where the name ends if it starts here, as a reader of PDFs understands it; 0 if it does not. */
function endOfName(bytes: Buffer, start: number, letters: Buffer): number {
  let at = start;
  for (let letter = 0; letter < letters.length; letter += 1) {
    if (letterAt(bytes, at) !== letters[letter]) return 0;
    at += bytes[at] === HASH ? 3 : 1;
  }
  return at;
}

/** Throws once the check of a document has taken too much work. */
function startBudget(): () => void {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > MAX_WORK_MS) throw heavyPdf();
  };
}

/** Calls `found` for each of the names, piece by piece, so that the time is looked at in between. */
async function eachName(
  bytes: Buffer,
  spend: () => void,
  found: (name: Name, end: number) => void,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    spend();
    for (let at = from; at < Math.min(from + PIECE, bytes.length); at += 1) {
      if (bytes[at] !== SLASH) continue;
      const first = letterAt(bytes, at + 1);
      for (const { name, letters } of SEARCHED) {
        // Nearly every name differs at its first letter already.
        if (first !== letters[0]) continue;
        const end = endOfName(bytes, at + 1, letters);
        if (end > 0) found(name, end);
      }
    }
    await setImmediate();
  }
}

const textOf = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length);

/** Whether a place of the document stands here: a destination or a `/GoTo` action, as office programs write it. */
function isPlace(value: string): boolean {
  const dictionary = /^<<((?:[^<>]|<[^<>]*>)*)>>/u.exec(value)?.[1];
  return value.startsWith('[') || /\/S\s*\/GoTo(?![^\s/<>[\]])/u.test(dictionary ?? '');
}

/** Whether what the document opens with is a place in it, here or in the object that is referred to. */
function opensPlace(value: string, documentText: string): boolean {
  const reference = /^(\d{1,10})\s+(\d{1,5})\s+R/u.exec(value);
  if (!reference) return isPlace(value);
  const definition = new RegExp(`(?<!\\d)${reference[1]}\\s+${reference[2]}\\s+obj${SPACE}`, 'gu');
  const objects = [...documentText.matchAll(definition)].map(({ index, 0: head }) =>
    documentText.slice(index + head.length, index + head.length + VALUE_WITHIN),
  );
  return objects.length > 0 && objects.every(isPlace);
}

/** What is in an object stream: its size unpacked, and its objects, each written as outside of a stream. */
interface Unpacked {
  readonly size: number;
  readonly count: number;
  readonly objects: Buffer;
}

/** Unpacks the object stream whose type is named before `at`, up to `limit` bytes. */
async function objectsOf(bytes: Buffer, at: number, limit: number): Promise<Unpacked> {
  const open = bytes.lastIndexOf('obj', at);
  const start = bytes.indexOf('stream', at);
  const end = bytes.indexOf('endstream', start);
  if (open < 0 || start < 0 || end < 0 || start - open > VALUE_WITHIN) throw brokenDocument();
  const dictionary = textOf(bytes, open, start - open);
  const body = bytes.subarray(bytes.indexOf('\n', start) + 1, end);
  const count = Number(/\/N\s+(\d{1,7})/u.exec(dictionary)?.[1]);
  const first = Number(/\/First\s+(\d{1,8})/u.exec(dictionary)?.[1]);
  const packed = dictionary.includes('/Filter');
  const readable =
    !dictionary.includes('/DecodeParms') &&
    (!packed || /\/Filter\s*(?:\/FlateDecode(?![^\s/<>[\]])|\[\s*\/FlateDecode\s*\])/u.test(dictionary));
  if (!readable || !(count >= 0) || !(first >= 0)) throw brokenDocument();
  if (limit <= 0 || count > MAX_OBJECTS) throw heavyPdf();
  const content = packed
    ? await unpack(body, { maxOutputLength: limit }).catch((cause: NodeJS.ErrnoException) => {
        const isLong = cause.code === 'ERR_BUFFER_TOO_LARGE';
        throw Object.assign(isLong ? heavyPdf() : brokenDocument(), { cause });
      })
    : body;
  if (content.length > limit) throw heavyPdf();
  const numbers = textOf(content, 0, first)
    .trim()
    .split(/\s+/u)
    .map(Number)
    .slice(0, count * 2);
  const starts = numbers.filter((_number, at) => at % 2 === 1).map((offset) => first + offset);
  // Where offsets go back, a reader may see other objects than this check.
  if (starts.some((start, at) => !(start >= (starts[at - 1] ?? first)))) throw brokenDocument();
  const objects = Buffer.concat(
    starts.flatMap((start, at) => [
      Buffer.from(`\n${numbers[at * 2]} 0 obj `),
      content.subarray(start, starts[at + 1] ?? content.length),
    ]),
  );
  return { size: content.length, count: starts.length, objects };
}

/** The number of pages, which the root of the page tree says (ISO 32000-1, 7.7.3.2); 0 where it is not written there. */
function pagesOf(parts: readonly Buffer[]): number {
  const nodes = parts
    .flatMap((part) => part.toString('latin1').split(/\bobj\b/u))
    .filter((text) => /\/Type\s*\/Pages(?!\w)/u.test(text));
  const counts = nodes.flatMap((text) => [...text.matchAll(/\/Count\s+(\d{1,9})/gu)]);
  return counts.reduce((most, [, count]) => Math.max(most, Number(count)), 0);
}

/**
 * Refuses a PDF that is cut off, begins with something else, is encrypted, or runs, sends or hides something. Compressed
 * object streams are looked into, up to 20 MB together and 300 of them, and the whole takes at most two seconds of work. To open at a place of the document is harmless. 422 `file_broken`,
 * `file_encrypted`, `file_active`. Returns the number of pages.
 */
export async function checkPdf(bytes: Buffer): Promise<number> {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw brokenDocument();
  if (!bytes.subarray(-END_WITHIN).includes('%%EOF')) throw brokenDocument();
  const objectStreams: number[] = [];
  const openings: string[] = [];
  let doubts = 0;

  const spend = startBudget();
  const judge = (part: Buffer) =>
    eachName(part, spend, (name, end) => {
      const whole = /^(?:$|[\s\0()<>[\]{}/%])/u.test(textOf(part, end, 1));
      if (name === 'JavaScript' || name === 'Launch' || name === 'EmbeddedFile') throw activeDocument();
      if (!whole) return;
      if (name === 'Encrypt') throw encryptedDocument();
      if (name === 'SubmitForm' || name === 'XFA') throw activeDocument();
      if (name === 'ObjStm') {
        if (part === bytes) objectStreams.push(end);
        if (objectStreams.length > MAX_STREAMS) throw heavyPdf();
        return;
      }
      doubts += 1;
      if (doubts > MAX_DOUBTS) throw activeDocument();
      const value = textOf(part, end, VALUE_WITHIN).replace(new RegExp(`^${SPACE}`, 'u'), '');
      if (name === 'OpenAction') openings.push(value);
      // Three bytes happen by chance in compressed data: only a dictionary or a reference behind them counts.
      else if (value === '' || /^(?:<<|\d+\s+\d+\s+R)/u.test(value)) throw activeDocument();
    });

  await judge(bytes);
  const unpacked: Buffer[] = [];
  let left = MAX_UNPACKED;
  let objectsLeft = MAX_OBJECTS;
  for (const at of objectStreams) {
    // What was inflated counts, whatever objects it holds: an empty stream costs as much as a full one.
    const { size, count, objects } = await objectsOf(bytes, at, left);
    left -= Math.max(size, objects.length);
    objectsLeft -= count;
    if (left < 0 || objectsLeft < 0) throw heavyPdf();
    unpacked.push(objects);
    await judge(objects);
  }
  if (openings.length > 0) {
    const documentText = Buffer.concat([bytes, ...unpacked]).toString('latin1');
    if (!openings.every((value) => opensPlace(value, documentText))) throw activeDocument();
  }
  return pagesOf([bytes, ...unpacked]);
}
