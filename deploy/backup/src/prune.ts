import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBeside, pruneFiles } from './files-folder.ts';
import { keptArchives, madeOf } from './retention.ts';

const DRAFT = /^gerbang-\d{8}T\d{6}Z\.tar\.gz\.age\.part$/u;
/** A running backup writes at least once an hour. */
const ABANDONED_MS = 3600_000;

/** The file beside an archive that says how its trails ended, to be read without the key that opens archives. */
export const notePath = (archive: string) => archive.replace(/\.tar\.gz\.age$/u, '.trails.json');

/** The archives of a folder, the oldest first. */
export async function archivesIn(folder: string): Promise<{ name: string; made: number }[]> {
  const names = await readdir(folder);
  return names
    .flatMap((name) => {
      const made = madeOf(name);
      return made === null ? [] : [{ name, made }];
    })
    .toSorted((one, two) => one.made - two.made);
}

/**
 * Deletes the archives that `keptArchives` does not keep with their notes, then the files beside them that no archive
 * needs any more; no other file of the folder. Returns the archives' names and how many files went.
 */
export async function pruneBackups(
  folder: string,
  days: number,
  now: Date = new Date(),
): Promise<{ archives: string[]; files: number }> {
  const all = await archivesIn(folder);
  const kept = keptArchives(
    all.map(({ made }) => made),
    now.getTime(),
    days,
  );
  const gone = all.filter(({ made }) => !kept.has(made)).map(({ name }) => name);
  for (const name of gone) {
    await rm(join(folder, name));
    await rm(join(folder, notePath(name)), { force: true });
  }
  return { archives: gone, files: await pruneFiles(filesBeside(join(folder, 'any')), [...kept]) };
}

/** Deletes drafts without a write for an hour, whose writer was killed, and returns their names. */
export async function removeAbandoned(folder: string, now: Date = new Date()): Promise<string[]> {
  const gone: string[] = [];
  for (const name of (await readdir(folder)).filter((one) => DRAFT.test(one))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs < ABANDONED_MS) continue;
    await rm(join(folder, name), { force: true });
    gone.push(name);
  }
  return gone;
}
