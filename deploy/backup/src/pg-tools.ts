import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { BackupError } from './errors.ts';

/** `pg_dump` and `pg_restore` of one major version. */
export interface PgTools {
  readonly major: number;
  readonly folder: string;
}

/** Where packages put the programs of a major version, if not on the path: Debian, Red Hat, Homebrew. */
const placesOf = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
];

const majorOf = (program: string) => {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/u.exec(stdout ?? '')?.[1]);
};

/** The tools of exactly this major version, from the path or the usual places; null if they are not installed. */
export function findPgTools(major: number, path = process.env.PATH ?? ''): PgTools | null {
  const folder = [...path.split(delimiter), ...placesOf(major)].find(
    (one) =>
      one !== '' &&
      existsSync(join(one, 'pg_restore')) &&
      existsSync(join(one, 'pg_dump')) &&
      majorOf(join(one, 'pg_dump')) === major,
  );
  return folder === undefined ? null : { major, folder };
}

/** The major version of a server. */
export async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query('show server_version_num');
  return Math.floor(Number(rows[0].server_version_num) / 10_000);
}

/** Starts a tool on a database; the password stays out of its arguments, which every user of the machine can read. */
function start({ folder }: PgTools, program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]) {
  const database = new URL(url);
  const password = decodeURIComponent(database.password);
  database.password = '';
  const child = spawn(join(folder, program), [...args, `--dbname=${database.href}`, '--no-password'], {
    env: { PATH: process.env.PATH, LC_ALL: 'C', PGPASSWORD: password, PGAPPNAME: 'gerbang-backup' },
    stdio: 'pipe',
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, 2000);
  });
  const ended = once(child, 'close').then(([code]) => {
    if (code === 0) return;
    // The lines after it quote statements and values.
    const said = errors.split('\n').find((line) => line.includes('error:')) ?? `exit code ${code}`;
    throw new BackupError(`${program} failed: ${said.replace(/^.*?error: */u, '')}`);
  });
  ended.catch(() => undefined); // Its reader waits for it; until then it must not end the process.
  return { child, ended };
}

/**
 * A database as `pg_dump` writes it (custom format), at the moment of an exported snapshot. Not compressed: the archive
 * is. Tables of `without` come empty.
 */
export async function* dumpOf(
  tools: PgTools,
  url: string,
  { snapshot, without }: { readonly snapshot: string; readonly without: readonly string[] },
): AsyncGenerator<Buffer> {
  const { child, ended } = start(tools, 'pg_dump', url, [
    '--format=custom',
    '--compress=0',
    '--no-owner',
    '--no-privileges',
    `--snapshot=${snapshot}`,
    ...without.map((table) => `--exclude-table-data=public.${table}`),
  ]);
  try {
    for await (const piece of child.stdout) yield piece as Buffer;
    await ended;
  } finally {
    child.kill();
  }
}

/** What a pipe says when its reader has ended. */
const READER_ENDED = ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Fills an empty database from a dump in one transaction. */
export async function restoreDump(tools: PgTools, url: string, dump: AsyncIterable<Buffer>): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const { child, ended } = start(tools, 'pg_restore', url, args);
  try {
    // It ends when it has all that the dump's table of contents names, whether or not the pipe is closed by then. When it
    // fails, its message says more than the broken pipe.
    await pipeline(dump, child.stdin).catch(async (error: NodeJS.ErrnoException) => {
      await ended;
      if (!READER_ENDED.includes(error.code ?? '')) throw error;
    });
    await ended;
  } finally {
    child.kill();
  }
}
