import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OURS = /^gerbang-\d{8}T\d{6}Z\.tar\.gz\.age$/u;
const DRAFT = /^gerbang-\d{8}T\d{6}Z\.tar\.gz\.age\.part$/u;
/** A running backup writes at least once an hour. */
const ABANDONED_MS = 3600_000;

/** Deletes all but the newest `keep` archives of the folder, no other files, and returns their names. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const archives = (await readdir(folder)).filter((name) => OURS.test(name)).toSorted();
  const old = archives.slice(0, Math.max(0, archives.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
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
