import { Problem, unavailable } from '@gerbang/service-kit/http/problems';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The shape of a file's id; nothing else ever becomes a path or a key. */
export const FILE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Makes sure that names in the folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder that outlives a power cut; an existing one is left alone. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
}

/** Names in a folder; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(missing)) ?? [];
}

/** Whether a file was last written before this time; false where it has gone. */
export async function isOlder(path: string, before: Date): Promise<boolean> {
  const found = await stat(path).catch(missing);
  return found !== null && found.mtimeMs < before.getTime();
}

/** Removes files of a folder that were last written before this time. */
export async function removeOlder(folder: string, before: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (await isOlder(path, before)) await rm(path, { force: true });
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const BUSY = new Set(['EMFILE', 'ENFILE', 'EIO', 'EROFS', 'EAGAIN']);

/** What a failed write means to whoever uploads: nothing was stored, and trying later may work. */
export function diskProblem(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code);
  if (FULL.has(code)) {
    return new Problem(
      507,
      'storage_full',
      'Penyimpanan file sedang penuh. Silakan coba lagi beberapa saat lagi.',
      { headers: { 'retry-after': '60' }, cause: error },
    );
  }
  return BUSY.has(code) ? unavailable(5, error) : error;
}

/** What a file on its way in holds; no room for one more open file is as passing as a full disk. */
export async function readArrived(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw diskProblem(error);
  }
}

/** Null where the error says that there is no such file or folder; otherwise the error goes on. */
export function missing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null;
  throw error;
}
