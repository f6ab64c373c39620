import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import type { Written } from './archive-writer.ts';

/** What is known of a file in clear, beside the encrypted one. */
interface Sealed extends Written {
  /** sha256 of the encrypted bytes, which anyone can compare. */
  readonly sealed: string;
}

/**
 * The sum of a file's content that stands beside it in clear. It needs the public key, which does not lie at the second
 * place: without it, owning a document does not show whether that document is among the files.
 */
const contentSum = (recipient: string) => createHmac('sha256', recipient);

/** Encrypts a file by itself (`age -d` opens it); it takes its name when it is whole and on the disk. */
export async function sealFile(path: string, recipient: string, content: Readable): Promise<Sealed> {
  const draft = `${path}.part`;
  const [sum, sealedSum] = [contentSum(recipient), createHash('sha256')];
  let bytes = 0;
  async function* summed() {
    for await (const piece of content as AsyncIterable<Buffer>) {
      sum.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const handle = await open(draft, 'w', 0o600);
  try {
    const plain = Readable.toWeb(Readable.from(summed())) as ReadableStream<Uint8Array>;
    const sealed = Readable.fromWeb((await encrypter.encrypt(plain)) as unknown as WebStream);
    await pipeline(sealed, async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) {
        sealedSum.update(piece);
        await handle.writeFile(piece);
      }
    });
    await handle.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    content.destroy();
    await handle.close();
  }
  return { bytes, sha256: sum.digest('hex'), sealed: sealedSum.digest('hex') };
}

/** The sha256 of an encrypted file as it lies there; null where there is none. */
export async function sealedSumOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The content of an encrypted file; reading it to its end fails where a byte of it is not as it was written. */
export async function openSealed(path: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return Readable.fromWeb((await decrypter.decrypt(source)) as unknown as WebStream);
}

/** Reads an encrypted file and returns its content's plain sum; null where it is missing, damaged or another one. */
export async function checkSealed(
  path: string,
  identity: string,
  expected: Written,
): Promise<Written | null> {
  const [sum, plain] = [contentSum(await identityToRecipient(identity)), createHash('sha256')];
  let bytes = 0;
  try {
    for await (const piece of await openSealed(path, identity)) {
      sum.update(piece as Buffer);
      plain.update(piece as Buffer);
      bytes += (piece as Buffer).length;
    }
  } catch {
    return null; // The caller names the file; why it cannot be read makes no difference to its remedy.
  }
  if (bytes !== expected.bytes || sum.digest('hex') !== expected.sha256) return null;
  return { bytes, sha256: plain.digest('hex') };
}
