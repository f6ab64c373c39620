import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@gerbang/service-kit/migrate';
import pg from 'pg';
import { projectRoot } from './paths.ts';

/** Program: brings every service's database up to date. `MIGRATE` holds a JSON object of folder to URL. */
const targets = JSON.parse(process.env.MIGRATE ?? '{}') as Record<string, string>;
await Promise.all(
  Object.entries(targets).map(async ([folder, url]) => {
    const directory = join(projectRoot, folder, 'migrations');
    if (!existsSync(directory)) return;
    await freeLock(url);
    await migrate({ url, directory, direction: 'up' });
  }),
);

/**
 * A start that was killed in the middle of a migration leaves knex' lock behind (its changes were rolled back). One run
 * at a time uses the folder, so nobody can be holding it now.
 */
async function freeLock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select to_regclass('migrations_lock') as name");
    if (found.rows[0].name)
      await client.query('update migrations_lock set is_locked = 0 where is_locked <> 0');
  } finally {
    await client.end();
  }
}
