import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, whose text comes piece by piece. */
export interface ZipEntry {
  readonly name: string;
  readonly text: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

// Sizes come after the data (bit 3), names are UTF-8 (bit 11), method 8 is deflate.
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATE = 8;
/** 1 January 1980: the archive says nothing of when it was made. */
const DATE = 0x21;

/** Numbers as little-endian fields: [value, bytes]. */
function fields(...parts: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of parts) {
    bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}

function localHeader(name: Buffer): Buffer {
  const head = fields(
    [0x04034b50, 4],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  );
  return Buffer.concat([head, name]);
}

function centralHeader({ name, offset, crc, packed, size }: Written): Buffer {
  const head = fields(
    [0x02014b50, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  );
  return Buffer.concat([head, name]);
}

/** Packs one file; answers its figures. */
async function* packed(entry: ZipEntry, offset: number): AsyncGenerator<Buffer, Written> {
  const name = Buffer.from(entry.name);
  yield localHeader(name);
  let [crc, size, bytes] = [0, 0, 0];
  async function* measured() {
    for await (const text of entry.text) {
      const piece = Buffer.from(text);
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
  }
  const deflate = createDeflateRaw();
  // A failure of the source ends the reading below with the same error.
  pipeline(Readable.from(measured()), deflate, () => undefined);
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    bytes += piece.length;
    yield piece;
  }
  yield fields([0x08074b50, 4], [crc, 4], [bytes, 4], [size, 4]);
  return { name, offset, crc, packed: bytes, size };
}

/**
 * A ZIP archive as it is made: never more in memory than a piece of it, whatever its size up to 4 GiB (APPNOTE 6.3.3,
 * with data descriptors). The libraries for spreadsheets build a sheet whole before its first byte.
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const parts = packed(entry, offset);
    let part = await parts.next();
    while (!part.done) {
      offset += part.value.length;
      yield part.value;
      part = await parts.next();
    }
    directory.push(centralHeader(part.value));
  }
  const central = Buffer.concat(directory);
  const count = directory.length;
  yield central;
  yield fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
}
