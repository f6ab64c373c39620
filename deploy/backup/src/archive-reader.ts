import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import {
  dumpKey,
  FORMAT,
  type Header,
  headerSchema,
  type Manifest,
  manifestSchema,
  type Place,
  placeOf,
  tableKey,
} from './archive-format.ts';
import { BackupError, inWords } from './errors.ts';
import { filesBeside } from './files-folder.ts';
import { checkSealed, openSealed } from './sealed-file.ts';

export interface Part {
  readonly place: Place;
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

async function opened(path: string, identity: string): Promise<Readable> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read: ${inWords(error, 'read')}`);
  });
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  try {
    return Readable.fromWeb((await decrypter.decrypt(source)) as unknown as WebStream);
  } catch (error) {
    if (/no identity matched/iu.test((error as Error).message)) {
      throw new BackupError(`${path} was encrypted for another key: give the identity that belongs to it`);
    }
    throw damaged(path, error);
  }
}

function damaged(path: string, error: unknown): BackupError {
  return new BackupError(`${path} is damaged: it was cut off or changed (${(error as Error).message})`);
}

/** The bytes of a part; a damaged archive throws a BackupError. */
async function* bodyOf(path: string, entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const piece of entry) yield piece as Buffer;
  } catch (error) {
    throw damaged(path, error);
  }
}

/** Yields the parts of an archive in order; each must be read before the next. */
export async function* readArchive(path: string, identity: string): AsyncGenerator<Part> {
  const source = await opened(path, identity);
  const tar = extract();
  const flow = pipeline(source, createGunzip(), tar);
  flow.catch(() => undefined); // The iteration below throws the same error.
  try {
    for await (const entry of tar) {
      const place = placeOf(entry.header.name);
      if (!place) throw new BackupError(`${path} holds ${entry.header.name}, which is no part of a backup`);
      yield { place, size: entry.header.size ?? 0, body: bodyOf(path, entry) };
    }
    await flow;
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(path, error);
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** Yields the parts of an archive, and then the files that lie beside it. */
export async function* readBackup(
  path: string,
  identity: string,
  { header, manifest }: { header: Header; manifest: Manifest },
): AsyncGenerator<Part> {
  yield* readArchive(path, identity);
  if (header.files !== 'beside') return;
  for (const [id, { bytes }] of Object.entries(manifest.files)) {
    const body = await openSealed(join(filesBeside(path), id), identity);
    yield { place: { kind: 'file', id }, size: bytes, body };
  }
}

/** Reads each file beside an archive and returns the sums of their contents. Throws a BackupError where one is not as it was. */
async function checkBeside(
  path: string,
  identity: string,
  files: Manifest['files'],
): Promise<Manifest['files']> {
  const folder = filesBeside(path);
  const sums: Manifest['files'] = {};
  const wrong: string[] = [];
  for (const [id, expected] of Object.entries(files)) {
    const sum = await checkSealed(join(folder, id), identity, expected);
    if (sum) sums[id] = sum;
    else wrong.push(id);
  }
  if (wrong.length === 0) return sums;
  throw new BackupError(
    `${wrong.length} of ${Object.keys(files).length} files are missing or damaged in ${folder}: ${wrong.slice(0, 5).join(', ')}`,
  );
}

async function json(part: Part): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of part.body) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}

function keyOf(place: Exclude<Place, { kind: 'header' | 'manifest' }>): string {
  if (place.kind === 'file') return place.id;
  return place.kind === 'dump' ? dumpKey(place.database) : tableKey(place.database, place.table);
}

const renamed = (dumps: Manifest['dumps']): Manifest['dumps'] =>
  Object.fromEntries(Object.entries(dumps).map(([database, part]) => [dumpKey(database), part]));

class Sum {
  readonly #hash: Hash = createHash('sha256');
  bytes = 0;
  async add(body: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of body) {
      this.#hash.update(piece);
      this.bytes += piece.length;
    }
  }
  equals(expected: { bytes: number; sha256: string } | undefined): boolean {
    return expected?.bytes === this.bytes && expected.sha256 === this.#hash.copy().digest('hex');
  }
}

/** Reads the whole archive and compares each part with the manifest; writes nothing. Throws a BackupError for a damaged archive. */
export async function checkArchive(
  path: string,
  identity: string,
): Promise<{ header: Header; manifest: Manifest }> {
  let header: Header | undefined;
  let manifest: Manifest | undefined;
  const sums = new Map<string, Sum>();
  for await (const part of readArchive(path, identity)) {
    const { place } = part;
    if (!header && place.kind !== 'header') break;
    if (place.kind === 'header') header = readable(path, headerSchema.safeParse(await json(part)));
    else if (place.kind === 'manifest') manifest = readable(path, manifestSchema.safeParse(await json(part)));
    else {
      const key = keyOf(place);
      const sum = sums.get(key) ?? new Sum();
      sums.set(key, sum);
      await sum.add(part.body);
    }
  }
  if (!header || !manifest) throw new BackupError(`${path} is no whole backup: its end is missing`);
  const parts = header.format === FORMAT.copy ? manifest.tables : renamed(manifest.dumps);
  const beside = header.files === 'beside';
  const expected = { ...parts, ...(beside ? {} : manifest.files) };
  const wrong = Object.keys(expected).filter((key) => !(sums.get(key) ?? new Sum()).equals(expected[key]));
  const odd = [...sums.keys()].filter((key) => !(key in expected));
  if (wrong.length + odd.length > 0) {
    throw new BackupError(
      `${path} is damaged: ${[...wrong, ...odd].slice(0, 5).join(', ')} do not fit its manifest`,
    );
  }
  if (!beside) return { header, manifest };
  return { header, manifest: { ...manifest, files: await checkBeside(path, identity, manifest.files) } };
}

function readable<T>(path: string, parsed: { success: boolean; data?: T }): T {
  if (parsed.data === undefined)
    throw new BackupError(`${path} was made by another version and cannot be read`);
  return parsed.data;
}
