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
import { rowsOf } from '../../kit/databases.ts';
import type { Fault } from '../fault.ts';

const KILLS = 6;
const PROGRAM = join(projectRoot, 'deploy/local/src/migrate-all.ts');

/** Everything that a migration makes: columns, indexes, constraints, triggers, functions and rights, in order. */
const SCHEMA = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as line
  from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
    where p.pronamespace = 'public'::regnamespace and d.objid is null and p.prokind = 'f'
  union all select 'right ' || table_name || ' ' || privilege_type || ' ' || grantee
    from information_schema.role_table_grants where table_schema = 'public'
  union all select 'migration ' || name from migrations
  order by line`;

/** The schema of a database as lines, without the prefix of its names. */
async function schemaOf(url: string, prefix: string): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(url, SCHEMA);
  return rows.map(({ line }) => line.replaceAll(`${prefix}_`, 'service_'));
}

/** The services' own URLs of a set of databases with this prefix. */
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

/** Starts the migration and kills it after so many milliseconds; returns whether it was still running. */
async function killedAfter(ms: number, env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([sleep(ms), exited]);
  const isRunning = child.exitCode === null;
  child.kill('SIGKILL');
  await exited;
  return isRunning;
}

/** The migration is killed, then runs twice at once: the schema is that of an undisturbed one. */
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
      for (let kill = 0; kill < KILLS; kill += 1)
        if (await killedAfter(random.between(100, Math.round(took)), env)) interrupted += 1;
      const two = await Promise.all([runNode([PROGRAM], { env }), runNode([PROGRAM], { env })]);
      for (const { code, output } of two) if (code !== 0) wrong.push(output);
      const plain = migrationTargets(postgres.url, calm);
      for (const { database, url } of migrationTargets(postgres.url, urls)) {
        const other = plain.find((one) => one.database === database)?.url ?? '';
        const [torn, whole] = [await schemaOf(url, 'torn'), await schemaOf(other, 'calm')];
        wrong.push(...torn.filter((line) => !whole.includes(line)).map((line) => `${database}: + ${line}`));
        wrong.push(...whole.filter((line) => !torn.includes(line)).map((line) => `${database}: - ${line}`));
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
