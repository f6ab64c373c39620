import { join } from 'node:path';
import { runNode } from './child.ts';
import { prepareDatabases } from './databases.ts';
import { programEnv } from './environments.ts';
import { type ProgramName } from './program-parts.ts';
import { runningFrom } from './leftovers.ts';
import { bringUpToDate } from './migrations.ts';
import { dataFolder, projectRoot } from './paths.ts';
import { eachPort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { loadSecrets } from './secrets.ts';

/**
 * Runs a program of each of these services on the local installation, which may be running, one after the other; resolves
 * with the exit code. In production the program is started with its service's own variables.
 */
export async function runServicePrograms(
  services: readonly ProgramName[],
  name: string,
  /** `all`: goes on after a program that failed. */
  { args = [], all = false }: { args?: readonly string[]; all?: boolean } = {},
): Promise<number> {
  const dataDir = dataFolder();
  const secrets = loadSecrets(dataDir);
  const ownerUrl = process.env.DATABASE_URL;
  const postgres = ownerUrl
    ? null
    : await startPostgres({ dataDir: join(dataDir, 'postgres'), password: secrets.ownerPassword });
  try {
    const owner = ownerUrl ?? postgres?.url ?? '';
    const databases = await prepareDatabases(owner, secrets);
    await bringUpToDate(owner, databases);
    const input = { secrets, ports: eachPort(0), databases, redisUrl: process.env.REDIS_URL, dataDir };
    let failed = 0;
    for (const service of services) {
      const program = join(projectRoot, 'services', service, 'src/programs.ts');
      const { code } = await runNode([program, name, ...args], {
        env: programEnv(service, input),
        show: true,
      });
      if (code !== 0 && !all) return code;
      failed ||= code;
    }
    return failed;
  } finally {
    // A cluster that belongs to a running portal is not ours to stop.
    if (postgres && !runningFrom(dataDir)) await postgres.stop();
  }
}
