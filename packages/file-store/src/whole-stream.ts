import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** Bytes from a store that are not the ones that were put there. */
class BrokenObject extends Error {
  override readonly name = 'BrokenObject';
}

/**
 * The same bytes, of which the last ones are only passed on when all of them are known to be right: a reader gets the whole
 * file or a broken stream, never a wrong one. Without a digest (an object that was copied from a folder) the length decides.
 */
export function whole(source: Readable, size: number, digest: string | undefined): Readable {
  const hash = createHash('sha256');
  let seen = 0;
  let held: Buffer | undefined;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      hash.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      const right = seen === size && (digest === undefined || hash.digest('hex') === digest);
      if (right) done(null, held);
      else done(new BrokenObject('The store gave other bytes than it was given'));
    },
  });
  // Errors of either end arrive at the other; the reader sees them as its stream's.
  pipeline(source, checked, () => undefined);
  return checked;
}
