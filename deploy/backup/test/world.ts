import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseName, databaseUrls, dropDatabases, migrationTargets } from '@gerbang/local/databases';
import { copyDemoInstallation } from '@gerbang/local/demo-installation';
import { programEnv } from '@gerbang/local/environments';
import { filesFolder } from '@gerbang/local/program-parts';
import { eachPort } from '@gerbang/local/ports';
import { startPostgres } from '@gerbang/local/postgres';
import { loadSecrets, type Secrets } from '@gerbang/local/secrets';
import { startStack } from '@gerbang/local/stack';
import { testFolder } from '@gerbang/local/test-folder';
import pg from 'pg';
import { createDiskStore } from '@gerbang/file-store/disk-store';

export const OWNER_URL = process.env.TEST_DATABASE_URL ?? '';

export async function query<Row extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** An installation on a server, that may be there or not. */
export function installationOn(secrets: Secrets, ownerUrl: string, prefix: string, folder: string) {
  const urls = databaseUrls(ownerUrl, secrets, prefix);
  return {
    prefix,
    folder,
    ownerUrl,
    urls,
    store: createDiskStore(folder),
    /** As the owner, because services may not see everything. */
    async read<Row extends object>(
      database: DatabaseName,
      sql: string,
      values: unknown[] = [],
    ): Promise<Row[]> {
      const url = new URL(ownerUrl);
      url.pathname = new URL(urls[database]).pathname;
      return query<Row>(url.href, sql, values);
    },
    /** The databases of the cluster that carry its name. */
    async names(): Promise<string[]> {
      const rows = await query<{ name: string }>(
        ownerUrl,
        'select datname as name from pg_database where datname like $1 order by 1',
        [`${prefix}\\_%`],
      );
      return rows.map((row) => row.name);
    },
    env: (program: 'auth') =>
      programEnv(program, { secrets, ports: eachPort(0), databases: urls, dataDir: folder }),
  };
}

export type TestInstallation = ReturnType<typeof installationOn>;

/** Folders, keys and databases of a test, which leave nothing behind. */
export function openWorld(home = testFolder('gerbang-backup-')) {
  const secrets = loadSecrets(home);
  const prefixes: string[] = [];
  const undo: (() => Promise<void>)[] = [];

  /** An installation that may be there or not; all of them have the same secrets, as a machine that is restored has. */
  function installation(name: string) {
    const prefix = `${name}_${randomBytes(4).toString('hex')}`;
    prefixes.push(prefix);
    return installationOn(secrets, OWNER_URL, prefix, join(home, name));
  }

  /** Runs every program until the demo data of every area is there and nothing is on its way any more. */
  async function fill(one: TestInstallation): Promise<void> {
    const stack = await startStack({
      dataDir: home,
      databaseUrl: OWNER_URL,
      prefix: one.prefix,
      buildFrontEnds: false,
      signal: new AbortController().signal,
    });
    try {
      const end = Date.now() + 60_000;
      for (const area of ['auth', 'admission', 'announcement', 'billing'] as const) {
        while (
          (await one.read(area, 'select from outbox_events where relayed_at is null limit 1')).length > 0
        ) {
          if (Date.now() > end) throw new Error(`The outbox of ${area} is not empty`);
          await sleep(50);
        }
      }
    } finally {
      await stack.stop();
    }
  }

  return {
    home,
    auditKey: Buffer.from(secrets.auditKey, 'base64'),
    installation,
    /** An installation with the demo data: on the cluster that `openDemoWorld` copied, else made. */
    async demo(name: string): Promise<TestInstallation> {
      const files = filesFolder(home);
      const dataDir = join(home, 'postgres');
      if (existsSync(dataDir)) {
        const cluster = await startPostgres({ dataDir, password: secrets.ownerPassword, durable: false });
        undo.push(() => cluster.stop());
        return installationOn(secrets, cluster.url, 'gerbang', files);
      }
      const { prefix } = installation(name);
      const made = installationOn(secrets, OWNER_URL, prefix, files);
      await fill(made);
      return made;
    },
    async close(): Promise<void> {
      for (const prefix of prefixes) {
        for (const suffix of ['_restoring', '_replaced']) {
          for (const { database } of migrationTargets(OWNER_URL, databaseUrls(OWNER_URL, secrets, prefix))) {
            await query(OWNER_URL, `drop database if exists "${prefix}_${database}${suffix}" with (force)`);
          }
        }
        await dropDatabases(OWNER_URL, prefix);
      }
      for (const step of undo) await step();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type World = ReturnType<typeof openWorld>;

/** The same, with the secrets and the cluster of the run's demo installation, where there is one. */
export async function openDemoWorld(): Promise<World> {
  const home = testFolder('gerbang-backup-');
  chmodSync(home, 0o755);
  await copyDemoInstallation(home);
  return openWorld(home);
}

/** One text for the rows of every table; the order in which they lie is of no matter. */
export async function fingerprints(
  one: TestInstallation,
  databases: readonly DatabaseName[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const database of databases) {
    const tables = await one.read<{ name: string }>(
      database,
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    const queries = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as text from "${name}" t`,
    );
    for (const { name, text } of await one.read<{ name: string; text: string }>(
      database,
      queries.join(' union all '),
    )) {
      found[`${database}.${name}`] = text;
    }
  }
  return found;
}
