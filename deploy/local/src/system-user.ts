import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The user that Postgres runs as. It refuses root, so root starts it as `postgres`, else as `nobody`; null is the present
 * user.
 */
export function postgresUser(uid = process.getuid?.() ?? -1, passwd = readPasswd()): SystemUser | null {
  if (uid !== 0) return null;
  const users = passwd.split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const found = users.find((user) => user[0] === name);
    if (found) return { name, uid: Number(found[2]), gid: Number(found[3]) };
  }
  return { name: '65534', uid: 65534, gid: 65534 };
}

/** Whether every folder from / down to `path` (itself included) may be walked through by the user. */
export function traversable(path: string, user: SystemUser | null): boolean {
  if (user === null) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (!allowed(folder, user, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Whether the user may execute the file and read it, itself only. */
export function executable(path: string, user: SystemUser | null): boolean {
  return user === null || allowed(path, user, 0o5);
}

function allowed(path: string, user: SystemUser, bits: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  const shift = found.uid === user.uid ? 6 : found.gid === user.gid ? 3 : 0;
  return ((found.mode >> shift) & bits) === bits;
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return ''; // no such file outside Linux
  }
}
