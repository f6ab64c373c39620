import { readdirSync } from 'node:fs';
import type pg from 'pg';

/** `behind` = migrations wait to be run; `ahead` = a newer release has migrated the database. */
export type Standing = 'behind' | 'current' | 'ahead';

/** The names of the migrations in a folder, in their order. */
export const migrationFiles = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.ts'))
    .toSorted();

/** The names of the migrations that a database has seen; null before the first. */
export async function migrationsDone(client: pg.Client): Promise<string[] | null> {
  const found = await client.query("select to_regclass('public.migrations') as name");
  if (found.rows[0].name === null) return null;
  const { rows } = await client.query<{ name: string }>('select name from migrations order by id');
  return rows.map(({ name }) => name);
}

/** Ends the name of the one migration that stands for all before it; its moment is the moment of the last of them. */
const BEGIN = '_begin.ts';

/**
 * The migrations that the first of these sources stands for, where a database has come to it step by step; none where it
 * began with it, or has not come so far.
 */
export function stepsToBegin([begin = '']: readonly string[], done: readonly string[]): string[] {
  if (!begin.endsWith(BEGIN) || done.includes(begin)) return [];
  const moment = begin.slice(0, -BEGIN.length);
  return done.slice(0, done.findIndex((name) => name.startsWith(moment)) + 1);
}

/** What a database has done, as these sources name it. */
export function doneByName(files: readonly string[], done: readonly string[]): readonly string[] {
  const steps = stepsToBegin(files, done);
  return steps.length > 0 ? [...files.slice(0, 1), ...done.slice(steps.length)] : done;
}

/**
 * How a database stands to the migrations of these sources. Throws an error where the two have parted: a migration that
 * is older than the newest of the sources is done and unknown here, or a newer release has run and one of ours has not.
 */
export function standingOf(files: readonly string[], done: readonly string[]): Standing {
  if (stepsToBegin(files, done).length > 0) return 'behind';
  const newest = files.at(-1) ?? '';
  const unknown = done.filter((name) => !files.includes(name));
  const gaps = unknown.filter((name) => name <= newest);
  if (gaps.length > 0) {
    const lacks = `The sources lack migrations that the database has seen: ${gaps.join(', ')}`;
    const [begin = ''] = files;
    const before = begin.endsWith(BEGIN) && !done.includes(begin) && gaps.every((name) => name < begin);
    if (!before) throw new Error(lacks);
    throw new Error(
      `${lacks}. ${begin} came in place of them and of later ones: migrate the database with the commit before that file, ` +
        'then with these sources',
    );
  }
  const waiting = files.filter((name) => !done.includes(name));
  if (unknown.length > 0 && waiting.length > 0) {
    throw new Error(`A newer release has migrated the database without ${waiting.join(', ')}`);
  }
  if (unknown.length > 0) return 'ahead';
  return waiting.length > 0 ? 'behind' : 'current';
}
