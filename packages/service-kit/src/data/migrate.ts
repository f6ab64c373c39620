import knexFactory, { type Knex } from 'knex';
import type pg from 'pg';
import { grantToService } from './grants.ts';
import { migrationFiles, migrationsDone, standingOf, stepsToBegin } from './migration-list.ts';

// Any fixed number: it allows one migrator at a time.
const MIGRATION_LOCK = 727_002;
const WAIT_MS = 60_000;
const TABLE_WAIT_MS = 3000;

/**
 * Migrates a database to the newest schema (`up`) or rolls everything back (`down`), as the owner, and grants the
 * service's `role` its rights. Concurrent migrators take turns under an advisory lock, which a killed one releases.
 * A database that a newer release has migrated stays as it is: going back starts the older programs on the newer schema.
 */
export async function migrate(options: {
  url: string;
  directory: string;
  direction?: 'up' | 'down';
  role?: string;
}): Promise<string[]> {
  const knex = knexFactory({
    client: 'pg',
    connection: options.url,
    // The one connection holds the lock: where it is lost, the migration that ran on it has ended too.
    pool: { min: 0, max: 1, createTimeoutMillis: WAIT_MS * 2, afterCreate: takeTurn },
    acquireConnectionTimeout: WAIT_MS * 2,
    migrations: { directory: options.directory, loadExtensions: ['.ts'], tableName: 'migrations' },
  });
  try {
    if (options.direction === 'down') {
      const [, names] = await knex.migrate.rollback(undefined, true);
      return names;
    }
    const files = migrationFiles(options.directory);
    const done = await doneIn(knex);
    if (standingOf(files, done) === 'ahead') return [];
    await noteBegin(knex, files[0], stepsToBegin(files, done));
    const [, names] = await knex.migrate.latest();
    if (options.role) await grantToService(knex, options.role);
    return names;
  } finally {
    await knex.destroy();
  }
}

/** Throws an error where the sources and the database have parted (see `standingOf`); changes nothing. */
export async function refuseParted(url: string, directory: string): Promise<void> {
  const knex = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  try {
    standingOf(migrationFiles(directory), await doneIn(knex));
  } finally {
    await knex.destroy();
  }
}

/** Waits for the migrators before; from then on a statement waits three seconds for a table. */
function takeTurn(client: pg.Client, done: (error: Error | null, client: pg.Client) => void): void {
  const taken = async () => {
    await client.query(`set lock_timeout = ${WAIT_MS}`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = ${TABLE_WAIT_MS}`);
    await freeKnexLock(client);
  };
  taken().then(
    () => done(null, client),
    (error: Error) => done(error, client),
  );
}

/** Notes the one migration in place of the steps that led to the same schema. */
async function noteBegin(knex: Knex, begin: string | undefined, steps: readonly string[]): Promise<void> {
  if (steps.length === 0) return;
  await knex.transaction(async (trx) => {
    await trx('migrations').whereIn('name', steps).delete();
    await trx('migrations').insert({ name: begin, batch: 1, migration_time: trx.fn.now() });
  });
}

async function doneIn(knex: Knex): Promise<string[]> {
  const client: pg.Client = await knex.client.acquireConnection();
  try {
    return (await migrationsDone(client)) ?? [];
  } finally {
    await knex.client.releaseConnection(client);
  }
}

/** A killed migrator leaves knex' lock row behind; its changes were rolled back, and we hold the advisory lock. */
async function freeKnexLock(client: pg.Client): Promise<void> {
  const found = await client.query("select to_regclass('public.migrations_lock') as name");
  if (found.rows[0].name) await client.query('update migrations_lock set is_locked = 0 where is_locked <> 0');
}
