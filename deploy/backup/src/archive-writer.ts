import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { BackupError, inWords } from './errors.ts';

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

/**
 * Writes an archive: tar, gzip, age; it opens with `age -d | tar xz` too. It has another name until it is complete and
 * on the disk. Only the bytes that are on their way are in memory.
 */
export async function createArchive(path: string, recipient: string, openFile: typeof open = open) {
  const draft = `${path}.part`;
  const handle = await openFile(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new BackupError(`${draft} cannot be written: ${inWords(error)}`);
  });
  const tar = pack();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const zipped = tar.pipe(createGzip({ level: 5 }));
  tar.on('error', (error) => zipped.destroy(error));
  const sealed = await encrypter.encrypt(Readable.toWeb(zipped) as ReadableStream<Uint8Array>);
  let bytes = 0;
  const toDisk = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      bytes += piece.length;
      handle.writeFile(piece).then(() => done(), done);
    },
  });
  const written = pipeline(Readable.fromWeb(sealed as unknown as WebStream), toDisk);
  // `add` must not wait for a stream that has ended with an error.
  const broken = written.then(() => new Promise<never>(() => undefined));
  broken.catch(() => undefined); // `add` and `finish` handle it; an unhandled rejection in between would end the process.

  async function add(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<Written> {
    const hash = createHash('sha256');
    const entry = tar.entry({ name, size, mode: 0o600 });
    async function* hashed() {
      for await (const piece of body) {
        hash.update(piece);
        yield piece;
      }
    }
    await Promise.race([pipeline(hashed, entry), broken]);
    return { bytes: size, sha256: hash.digest('hex') };
  }

  async function giveUp(): Promise<void> {
    tar.destroy();
    zipped.destroy();
    await written.catch(() => undefined); // It ends with the error that led here, which is reported already.
    await handle.close();
    await rm(draft, { force: true });
  }

  return {
    /** Adds a part of known size. */
    add,
    /** Adds a part from memory. */
    addBuffer: (name: string, content: Buffer) => add(name, content.length, Readable.from([content])),
    /** Ends the archive, gives it its name and returns its size in bytes. */
    async finish(): Promise<number> {
      tar.finalize();
      await written;
      await handle.sync();
      await handle.close();
      await rename(draft, path);
      return bytes;
    },
    /** Deletes the draft. */
    giveUp,
  };
}
