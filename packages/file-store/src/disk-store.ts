import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import {
  diskProblem,
  FILE_ID,
  isOlder,
  makeFolder,
  missing,
  namesIn,
  removeOlder,
  syncFolder,
} from './folders.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Files in a folder: written aside, made to outlive a power cut, then named. No other program reads the folder; it is
 * never served.
 */
export function createDiskStore(root: string): ObjectStore {
  const aside = join(root, 'unfinished');
  const objects = join(root, 'objects');

  /** The end of an id is random, its beginning is the time: folders by the end fill evenly. */
  function placeOf(id: string): string {
    if (!FILE_ID.test(id)) throw new RangeError('Not an id of a file');
    return join(objects, id.slice(-2), id);
  }

  async function write(path: string, bytes: Buffer): Promise<void> {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    async put(id, bytes) {
      const place = placeOf(id);
      const draft = join(aside, uuidv7());
      try {
        await makeFolder(aside);
        await makeFolder(dirname(place));
        await write(draft, bytes);
        await rename(draft, place);
        await syncFolder(dirname(place));
      } catch (error) {
        await rm(draft, { force: true });
        throw diskProblem(error);
      }
    },

    async get(id) {
      const handle = await open(placeOf(id), constants.O_RDONLY | constants.O_NOFOLLOW).catch(missing);
      if (handle === null) return null;
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), size };
    },

    async delete(id) {
      await rm(placeOf(id), { force: true });
    },

    async *listOlder(before) {
      for (const shard of await namesIn(objects)) {
        for (const name of await namesIn(join(objects, shard))) {
          if (FILE_ID.test(name) && (await isOlder(join(objects, shard, name), before))) yield name;
        }
      }
    },

    tidy: (before) => removeOlder(aside, before),
  };
}
