import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const OURS = /^gerbang-\d{8}T\d{6}Z\.tar\.gz\.age$/u;

/** Removes the oldest archives of the folder but so many; what is not named like an archive stays. Answers their names. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const archives = (await readdir(folder)).filter((name) => OURS.test(name)).toSorted();
  const old = archives.slice(0, Math.max(0, archives.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}
