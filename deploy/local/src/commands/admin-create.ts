import { join } from 'node:path';
import { runNode } from '../child.ts';
import { prepareDatabases } from '../databases.ts';
import { programEnv } from '../environments.ts';
import { runningFrom } from '../leftovers.ts';
import { bringUpToDate } from '../migrations.ts';
import { dataFolder, projectRoot } from '../paths.ts';
import { eachPort } from '../ports.ts';
import { startPostgres } from '../postgres.ts';
import { loadSecrets } from '../secrets.ts';

const PROGRAM = join(projectRoot, 'services/auth/src/create-admin.ts');

/**
 * `npm run admin:create`: makes the first administrator. With the auth service's own variables present (production) it
 * uses those, else the local installation.
 */
export async function run(args: string[]): Promise<number> {
  if (process.env.PASSWORD_PEPPER) return create(args, process.env as Record<string, string>);
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
    const ports = eachPort(0);
    const env = programEnv('auth', { secrets, ports, databases, redisUrl: process.env.REDIS_URL, dataDir });
    return await create(args, env);
  } finally {
    // A cluster that belongs to a running portal is not ours to stop.
    if (postgres && !runningFrom(dataDir)) await postgres.stop();
  }
}

async function create(args: string[], env: Record<string, string>): Promise<number> {
  return (await runNode([PROGRAM, ...args], { env, show: true })).code;
}
