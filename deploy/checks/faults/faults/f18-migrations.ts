import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainEnv, runNode } from '@gerbang/local/child';
import { removeCluster } from '@gerbang/local/cluster-folder';
import { DATABASES, type DatabaseUrls, migrationTargets } from '@gerbang/local/databases';
import { projectRoot } from '@gerbang/local/paths';
import { startPostgres } from '@gerbang/local/postgres';
import type { Fault } from '../fault.ts';
import { differences, schemaOf } from '../schema.ts';

const KILLS = 6;
const PROGRAM = join(projectRoot, 'deploy/local/src/migrate-all.ts');

/** The services' own URLs of a set of databases that begin with the prefix. */
function urlsOf(owner: string, prefix: string): DatabaseUrls {
  return Object.fromEntries(
    DATABASES.map((name) => {
      const url = new URL(owner);
      url.pathname = `/${prefix}_${name}`;
      url.username = `${prefix}_${name}`;
      url.password = randomUUID();
      return [name, url.href];
    }),
  );
}

function envOf(owner: string, urls: DatabaseUrls): Record<string, string> {
  const named = Object.entries(urls).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
  return { ...plainEnv(), OWNER_DATABASE_URL: owner, ...Object.fromEntries(named) };
}

/** Starts the migration and kills it after so long; answers whether it was still at it. */
async function killedAfter(ms: number, env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([sleep(ms), exited]);
  const running = child.exitCode === null;
  child.kill('SIGKILL');
  await exited;
  return running;
}

/** Migrators that are killed, then two at once: the schema is that of one that nobody disturbed. */
export const killedMigrations: Fault = {
  id: 'F18',
  title: 'kill -9 of the migration, then two migrations at once',
  seeded: true,
  async run({ random }) {
    const home = mkdtempSync(join(tmpdir(), 'gerbang-faults-'));
    chmodSync(home, 0o755);
    const dataDir = join(home, 'postgres');
    const postgres = await startPostgres({ dataDir, password: randomUUID(), durable: false });
    try {
      const calm = urlsOf(postgres.url, 'calm');
      const began = performance.now();
      const alone = await runNode([PROGRAM], { env: envOf(postgres.url, calm) });
      const took = performance.now() - began;
      const wrong = alone.code === 0 ? [] : [alone.output];
      const urls = urlsOf(postgres.url, 'torn');
      const env = envOf(postgres.url, urls);
      let interrupted = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        if (await killedAfter(random.between(100, Math.round(took)), env)) interrupted += 1;
      }
      const two = await Promise.all([runNode([PROGRAM], { env }), runNode([PROGRAM], { env })]);
      for (const { code, output } of two) if (code !== 0) wrong.push(output);
      const plain = migrationTargets(postgres.url, calm);
      for (const { database, url } of migrationTargets(postgres.url, urls)) {
        const other = plain.find((one) => one.database === database)?.url ?? '';
        const [torn, whole] = [await schemaOf(url, 'torn'), await schemaOf(other, 'calm')];
        wrong.push(...differences(torn, whole).map((line) => `${database}: ${line}`));
      }
      if (interrupted === 0) wrong.push('no kill found a migration at work');
      return {
        did: `${interrupted} of ${KILLS} kills found it at work, then two at once`,
        wrong,
        figures: { databases: plain.length, 'one migration alone, ms': Math.round(took) },
      };
    } finally {
      await postgres.stop();
      removeCluster(dataDir);
      rmSync(home, { recursive: true, force: true });
    }
  },
};
