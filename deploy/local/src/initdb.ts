import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './child.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { SystemUser } from './system-user.ts';

/** Name of the cluster's owner. */
export const OWNER = 'gerbang';

/**
 * Makes an empty cluster whose owner is `gerbang`, beside its folder: that is there once the cluster is whole. UsageError for a
 * folder that has files already, of which none is touched.
 */
export async function initialise(
  binaries: PostgresBinaries,
  dataDir: string,
  user: SystemUser | null,
  options: { password: string; durable?: boolean },
): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new UsageError(
      `${dataDir} has files, but PG_VERSION is missing among them. Nothing was changed: put it back, or move the folder away.`,
    );
  }
  const making = `${dataDir}.making`;
  rmSync(making, { recursive: true, force: true }); // what an interrupted initdb left
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 });
  mkdirSync(making, { mode: 0o700 });
  const passwordFile = join(tmpdir(), `gerbang-pw-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, options.password, { mode: 0o600, flag: 'wx' });
  if (user) {
    chownSync(making, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  // C.UTF-8 knows upper and lower case of every letter and sorts alike on every machine.
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  try {
    const child = spawn(
      join(binaries.folder, 'initdb'),
      [
        '-D',
        making,
        '-U',
        OWNER,
        '-E',
        'UTF8',
        ...locale,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ].concat(options.durable === false ? ['--no-sync'] : []),
      { ...asUser(user), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()));
    const code = await ended(child);
    if (code !== 0) throw new Error(`initdb failed (${code}): ${said.trim()}`);
    renameSync(making, dataDir);
  } finally {
    rmSync(making, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** What a program of Postgres is started with: its user, where we are root, and nothing of our environment. */
export function asUser(user: SystemUser | null) {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return user ? { uid: user.uid, gid: user.gid, cwd: '/', env } : { cwd: '/', env };
}

/** The exit code of a child. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => done(code));
  });
}
