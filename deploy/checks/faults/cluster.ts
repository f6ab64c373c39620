import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterFolder, runningPostmaster } from '@gerbang/local/cluster-folder';
import { rowsOf } from './databases.ts';
import type { World } from './world.ts';

/** The postmaster of the world's own cluster. */
export function postmaster({ stack }: World): number {
  const found = runningPostmaster(clusterFolder(join(stack.dataDir, 'postgres')));
  if (!found) throw new Error('No cluster runs');
  return found.pid;
}

/** The processes that serve the services' connections. */
export async function backends({ stack }: World): Promise<number[]> {
  const rows = await rowsOf<{ pid: number }>(
    stack.ownerUrl,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
     and usename <> current_user`,
  );
  return rows.map(({ pid }) => pid);
}

/** What the cluster said since it was made. */
export function clusterLog({ stack }: World): string {
  return readFileSync(join(stack.logDir, 'postgres.log'), 'utf8');
}
