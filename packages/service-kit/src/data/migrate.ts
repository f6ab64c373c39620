import knexFactory from 'knex';
import pg from 'pg';
import { grantToService } from './grants.ts';
import { migrationFiles, migrationsDone, standingOf } from './migration-list.ts';

// Any fixed number: it allows one migrator at a time.
const MIGRATION_LOCK = 727_002;
const WAIT_MS = 60_000;

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
  const turn = new pg.Client({ connectionString: options.url, lock_timeout: WAIT_MS });
  await turn.connect();
  try {
    await turn.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await freeKnexLock(turn);
    const done = (await migrationsDone(turn)) ?? [];
    if (options.direction !== 'down' && standingOf(migrationFiles(options.directory), done) === 'ahead')
      return [];
    return await run(options);
  } finally {
    await turn.end();
  }
}

async function run(options: Parameters<typeof migrate>[0]): Promise<string[]> {
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: options.url, lock_timeout: 3000 } as object,
    pool: { min: 0, max: 1 },
    migrations: { directory: options.directory, loadExtensions: ['.ts'], tableName: 'migrations' },
  });
  try {
    if (options.direction === 'down') {
      const [, names] = await knex.migrate.rollback(undefined, true);
      return names;
    }
    const [, names] = await knex.migrate.latest();
    if (options.role) await grantToService(knex, options.role);
    return names;
  } finally {
    await knex.destroy();
  }
}

/** A killed migrator leaves knex' lock row behind; its changes were rolled back, and we hold the advisory lock. */
async function freeKnexLock(client: pg.Client): Promise<void> {
  const found = await client.query("select to_regclass('public.migrations_lock') as name");
  if (found.rows[0].name) await client.query('update migrations_lock set is_locked = 0 where is_locked <> 0');
}
