import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { z } from 'zod';
import type { Written } from './archive-writer.ts';
import { BackupError } from './errors.ts';
import { sealedSumOf, sealFile } from './sealed-file.ts';

/** Of the times of the archives that name a file the first and the last: a kept one between them needs it. */
const span = z.object({ first: z.number(), last: z.number() });
const known = z.object({ bytes: z.number(), sha256: z.string(), sealed: z.string() });
const indexSchema = z.object({
  /** For which public key the files are encrypted. */
  key: z.string(),
  files: z.record(z.string(), span.extend({ of: known.nullable() })),
});
type Index = z.output<typeof indexSchema>;

const INDEX = 'index.json';
const FILE = /^[0-9a-f-]{36}$/u;
const TURNS = 97;
const TURN_MS = 15 * 60_000;

/**
 * Whether a run at this time reads the file again: one in 97, so that runs every 15 minutes read each file about once a
 * day. A prime, so that nightly runs come to each file too.
 */
export const isReadAgain = (id: string, made: number): boolean =>
  Number.parseInt(id.slice(-4), 16) % TURNS === Math.floor(made / TURN_MS) % TURNS;

/** The folder of the files beside an archive. */
export const filesBeside = (archive: string) => join(dirname(archive), 'files');

const keyOf = (recipient: string) => createHash('sha256').update(recipient).digest('hex').slice(0, 16);

/** What is known of the files; nothing where the index is missing or damaged: then every file is written again. */
async function readIndex(folder: string): Promise<Index | null> {
  try {
    return indexSchema.parse(JSON.parse(await readFile(join(folder, INDEX), 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return null;
    throw error;
  }
}

async function writeIndex(folder: string, index: Index): Promise<void> {
  const draft = join(folder, `${INDEX}.part`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(index));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, INDEX));
}

/** The files beside the archives, each written once. One process at a time opens it. */
export async function openFilesFolder(folder: string, recipient: string, made: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const index = (await readIndex(folder)) ?? { key: keyOf(recipient), files: {} };
  if (index.key !== keyOf(recipient)) {
    throw new BackupError(
      `${folder} was encrypted for another key: move the folder of archives away whole, or name another by --to`,
    );
  }
  const there = new Set<string>();
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true });
    if (FILE.test(name)) there.add(name);
  }
  // Without the index no time of a file is known: every archive that is there may need it.
  for (const id of there) index.files[id] ??= { first: 0, last: made, of: null };

  async function isWhole(id: string): Promise<boolean> {
    const of = index.files[id]?.of;
    if (!of || !there.has(id)) return false;
    return !isReadAgain(id, made) || (await sealedSumOf(join(folder, id))) === of.sealed;
  }

  let written = 0;
  return {
    /** How many files were written, new or again. */
    written: () => written,
    /** Makes sure that a file is there and returns its sum; null where the store has none either. */
    async keep(id: string, store: ObjectStore): Promise<Written | null> {
      if (!FILE.test(id)) throw new BackupError('A row names a file by no id');
      const before = index.files[id];
      let of = before?.of ?? null;
      if (!(await isWhole(id))) {
        const found = await store.get(id);
        if (found === null) return null;
        of = await sealFile(join(folder, id), recipient, found.stream);
        there.add(id);
        written += 1;
      }
      if (!of) return null;
      index.files[id] = { first: before?.first ?? made, last: made, of };
      return { bytes: of.bytes, sha256: of.sha256 };
    },
    /** Writes down what is known; before the archive takes its name, so that no archive is without it. */
    note: () => writeIndex(folder, index),
  };
}

/** Removes files that none of these archives needs, and returns how many. */
export async function pruneFiles(folder: string, archives: readonly number[]): Promise<number> {
  const index = await readIndex(folder);
  if (!index) return 0;
  // The names of archives are to the second.
  const isNeeded = ({ first, last }: { first: number; last: number }) =>
    archives.some((made) => made >= Math.floor(first / 1000) * 1000 && made <= last);
  const gone = Object.keys(index.files).filter((id) => {
    const file = index.files[id];
    return FILE.test(id) && file !== undefined && !isNeeded(file);
  });
  for (const id of gone) {
    await rm(join(folder, id), { force: true });
    delete index.files[id];
  }
  if (gone.length > 0) await writeIndex(folder, index);
  return gone.length;
}
