import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive; its bytes are opened when its turn comes. */
export interface ZipEntry {
  readonly name: string;
  readonly open: () => Promise<Readable>;
}

/**
 * An archive that is made while it is read, one file at a time, its files as they are: pictures and PDFs are small already.
 * A file that cannot be read destroys the stream, so that no archive looks whole that is not; destroying the stream ends
 * the file that is being read.
 */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  const archive = new ZipFile();
  const stream = archive.outputStream as Readable;
  let reading: Readable | undefined;
  archive.on('error', (error: Error) => stream.destroy(error));
  stream.once('close', () => reading?.destroy());
  for (const { name, open } of entries) {
    archive.addReadStreamLazy(name, { compress: false }, (done) => {
      open().then(
        (file) => {
          reading = file;
          if (stream.destroyed) file.destroy();
          else done(null, file);
        },
        (error: Error) => stream.destroy(error),
      );
    });
  }
  archive.end();
  return stream;
}
