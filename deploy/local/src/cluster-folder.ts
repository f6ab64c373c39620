import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { alive, commandLine } from './process-state.ts';
import { postgresUser, type SystemUser, traversable } from './system-user.ts';

/** Where the cluster really lies: the wished folder, else one under /var/tmp when its user cannot reach that. */
export function clusterFolder(wished: string, user: SystemUser | null = postgresUser()): string {
  const folder = resolve(wished);
  let above = dirname(folder);
  while (!existsSync(above)) above = dirname(above);
  if (traversable(above, user)) return folder;
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join('/var/tmp', `gerbang-data-${process.getuid?.() ?? 0}-${key}`, 'postgres');
}

/** The process of a cluster that runs on the folder, by its postmaster.pid; null when none does. */
export function runningPostmaster(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!pid || !alive(pid)) return null;
  const command = commandLine(pid);
  if (command !== null && !(command.includes('postgres') && command.includes(dataDir))) {
    rmSync(file, { force: true }); // the number belongs to another program now; Postgres would refuse to start
    return null;
  }
  return { pid, port: Number(lines[3]) };
}

/** Removes a stopped cluster and the folder made for it alone. */
export function removeCluster(wished: string): void {
  const folder = clusterFolder(wished);
  if (runningPostmaster(folder)) throw new Error(`the cluster in ${folder} is running`);
  rmSync(folder, { recursive: true, force: true });
  if (folder !== resolve(wished)) rmSync(dirname(folder), { recursive: true, force: true });
}
