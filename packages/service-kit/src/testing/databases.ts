import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import knexFactory, { type Knex } from 'knex';
import { migrate } from '../data/migrate.ts';

const LOCK = 72_117;
/** How long a test's database waits for statements and connections: a busy machine is no fault of the program. */
export const PATIENCE = { waitMs: 60_000 } as const;
/** How long a call of a test may take, for the same reason. */
export const PATIENT_CALLS = { handlerMs: 600_000 } as const;

function ownerUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: the test runner starts the cluster');
  return url;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function asOwner<T>(work: (owner: Knex) => Promise<T>): Promise<T> {
  const owner = knexFactory({ client: 'pg', connection: ownerUrl(), pool: { min: 0, max: 1 } });
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** Named by what the migrations say, so that a cluster that outlives the run never gives an old schema. */
function templateName(name: string, directory: string): string {
  const hash = createHash('sha256');
  for (const folder of [directory, join(import.meta.dirname, '../data/tables')]) {
    for (const file of readdirSync(folder).toSorted())
      hash.update(file).update(readFileSync(join(folder, file)));
  }
  return `template_${name}_${hash.digest('hex').slice(0, 10)}`;
}

/** One migrated template a service and run; the first test file that needs it makes it, under a lock. */
async function template(owner: Knex, name: string, directory: string): Promise<string> {
  const database = templateName(name, directory);
  const { rows } = await owner.raw('select 1 from pg_database where datname = ?', [database]);
  if (rows.length > 0) return database;
  const making = `making_${name}`;
  await owner.raw(`drop database if exists ${making} with (force)`);
  await owner.raw(`create database ${making}`);
  await migrate({ url: withDatabase(ownerUrl(), making), directory });
  await owner.raw(`alter database ${making} rename to ${database}`);
  return database;
}

/** Copying files halves the work, but waits for the disk where the cluster does. */
async function strategy(owner: Knex): Promise<'file_copy' | 'wal_log'> {
  const { rows } = await owner.raw('show fsync');
  return rows[0].fsync === 'off' ? 'file_copy' : 'wal_log';
}

/** A database of its own for a test file, migrated; `drop` removes it. */
export async function testDatabase(
  name: string,
  directory?: string,
): Promise<{ url: string; knex: Knex; drop: () => Promise<void> }> {
  const database = `test_${name}_${randomBytes(5).toString('hex')}`;
  await asOwner(async (owner) => {
    // The lock is the session's and goes with it, also when something fails.
    await owner.raw('select pg_advisory_lock(?)', [LOCK]);
    const from = directory ? await template(owner, name, directory) : 'template1';
    await owner.raw(`create database ${database} template ${from} strategy ${await strategy(owner)}`);
  });
  const url = withDatabase(ownerUrl(), database);
  const knex = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 4 } });
  return {
    url,
    knex,
    async drop() {
      await knex.destroy();
      await asOwner((owner) => owner.raw(`drop database if exists ${database} with (force)`));
    },
  };
}
