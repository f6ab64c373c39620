import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photo as a telephone makes it: noise does not get small. */
export async function photo(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  width = 60,
  height = 40,
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) raw[at] = (at * 2_654_435_761) >>> 24;
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A JPEG of exactly this many bytes, filled up by comments that a reader skips. */
export async function jpegOf(bytes: number): Promise<Buffer> {
  const image = await photo('jpeg');
  const parts: Buffer[] = [image.subarray(0, 2)];
  let left = bytes - image.length;
  while (left > 0) {
    let size = Math.min(left, 65_537);
    if (left - size > 0 && left - size < 4) size -= 4;
    const comment = Buffer.alloc(size, 0x20);
    comment.writeUInt16BE(0xff_fe, 0);
    comment.writeUInt16BE(size - 2, 2);
    parts.push(comment);
    left -= size;
  }
  parts.push(image.subarray(2));
  return Buffer.concat(parts);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that says it is this large and holds one line. */
export function pngHeader(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * Math.min(height, 1)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small whole PNG with this text in it. */
export const pngWithText = (text: string): Buffer =>
  pngHeader(1, 1, [pngChunk('tEXt', Buffer.from(`Comment\0${text}`))]);

/** A GIF of many tiny frames. */
export function gifOf(frames: number): Buffer {
  const frame = Buffer.from('21f90400010000002c000000000100010000020144003b', 'hex').subarray(0, -1);
  return Buffer.concat([
    Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from('3b', 'hex'),
  ]);
}

export const pdf = (inside = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog ${inside} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`,
  );

/** A PDF whose objects lie compressed in an object stream, as modern programs write it. */
export function packedPdf(objects: readonly string[], how = '/Filter /FlateDecode'): Buffer {
  const body = objects.join(' ');
  const starts = objects.map((_object, at) => objects.slice(0, at).join(' ').length + (at > 0 ? 1 : 0));
  const head = starts.map((start, at) => `${at + 10} ${start}`).join(' ');
  const content = Buffer.from(`${head} ${body}`);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N ${objects.length} /First ${head.length + 1} ${how} >>\nstream\n`,
    ),
    how === '' ? content : deflateSync(content),
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 10 0 R >>\n%%EOF\n'),
  ]);
}

export const doc = (inside = ''): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(inside, 'utf16le')]);

export interface ZipEntry {
  readonly name: string;
  readonly data?: Buffer | string;
  /** What the directory says of the unpacked size, where it lies. */
  readonly says?: number;
  /** Rights and kind of a file on Unix. */
  readonly mode?: number;
}

/** A zip archive with these entries, also ones that no honest program writes. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data = '', says, mode = 0o100_644 } of entries) {
    const content = Buffer.from(data);
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says ?? content.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, title]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, index, end]);
}

const TYPES: ZipEntry = { name: '[Content_Types].xml', data: '<Types/>' };
const BODY: ZipEntry = { name: 'word/document.xml', data: '<w:document/>' };

/** A DOCX, with more entries. */
export const docx = (more: readonly ZipEntry[] = []): Buffer => zip([TYPES, BODY, ...more]);
