import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { diskProblem, makeFolder, removeOlder } from '@gerbang/file-store/folders';

/** A raw file that has arrived and waits for its turn outside the memory. */
export interface Spooled {
  readonly path: string;
  /** Where the file may be written anew; taken away with it. */
  readonly rewritten: string;
  readonly size: number;
  /** Its first bytes. */
  head(length: number): Promise<Buffer>;
  dispose(): Promise<void>;
}

export type Spool = ReturnType<typeof createSpool>;

/** Raw files on their way in: written as they arrive, however many come at once and however slowly. */
export function createSpool(root: string) {
  const folder = join(root, 'arriving');
  return {
    /** Writes the stream to a file; over the limit `tooLarge` is thrown, and nothing stays. */
    async receive(stream: Readable, limit: number, tooLarge: () => Error): Promise<Spooled> {
      const path = join(folder, uuidv7());
      const rewritten = `${path}-rewritten`;
      const dispose = async () => {
        await rm(path, { force: true });
        await rm(rewritten, { force: true });
      };
      try {
        await makeFolder(folder);
        const size = await pour(stream, path, limit, tooLarge);
        return { path, rewritten, size, head: (length) => readHead(path, length), dispose };
      } catch (error) {
        await dispose();
        throw diskProblem(error);
      }
    },
    tidy: (before: Date) => removeOlder(folder, before),
  };
}

async function pour(stream: Readable, path: string, limit: number, tooLarge: () => Error): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    // The stream is not destroyed at the limit: it is the request, and its answer still has to go out.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > limit) throw tooLarge();
      await handle.writeFile(bytes);
    }
    return size;
  } finally {
    await handle.close();
  }
}

async function readHead(path: string, length: number): Promise<Buffer> {
  const handle = await open(path).catch((error: unknown) => {
    throw diskProblem(error);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
