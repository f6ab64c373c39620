import { join } from 'node:path';
import { UsageError } from '../child.ts';
import { prepareDatabases } from '../databases.ts';
import { programEnv } from '../environments.ts';
import { PROGRAMS } from '../program-parts.ts';
import { runningPorts } from '../leftovers.ts';
import { dataFolder } from '../paths.ts';
import { payFiles } from '../pay-keys.ts';
import { startPostgres } from '../postgres.ts';
import { loadSecrets } from '../secrets.ts';

/**
 * `npm run env -- billing`: the variables of a program of the running local portal, as `KEY=value` lines. They hold
 * secrets, but only those that the local run made for itself.
 */
export async function run([wanted]: string[]): Promise<number> {
  const name = PROGRAMS.find((program) => program === wanted);
  if (!name) throw new UsageError(`npm run env -- ${PROGRAMS.join(' | ')}`);
  const dataDir = dataFolder();
  const ports = runningPorts(dataDir);
  if (!ports) throw new UsageError(`No portal runs on ${dataDir}: start one with npm run dev`);
  const secrets = loadSecrets(dataDir);
  // Attaches to the cluster of the running portal.
  const owner =
    process.env.DATABASE_URL ??
    (await startPostgres({ dataDir: join(dataDir, 'postgres'), password: secrets.ownerPassword })).url;
  const databases = await prepareDatabases(owner, secrets);
  const redisUrl = process.env.REDIS_URL;
  const payKeys = process.env.PAY_PROVIDER === 'off' ? undefined : payFiles(dataDir);
  const env = programEnv(name, { secrets, ports, databases, redisUrl, dataDir, payKeys });
  for (const [key, value] of Object.entries(env))
    if (process.env[key] !== value) console.log(`${key}=${value}`);
  return 0;
}
