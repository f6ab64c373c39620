import { join } from 'node:path';
import { isGranted } from '@gerbang/service-kit/data/grants';
import { migrationFiles, migrationsDone, standingOf } from '@gerbang/service-kit/data/migration-list';
import pg from 'pg';
import { mustRunNode } from './child.ts';
import type { Progress } from './progress.ts';
import { type DatabaseUrls, type MigrationTarget, migrationTargets } from './databases.ts';

/**
 * Brings the databases up to date. The program that does it costs half a second, so it runs only when a folder holds a
 * migration that its database has not seen, or the service's role has no rights there yet.
 */
export async function bringUpToDate(
  ownerUrl: string,
  urls: DatabaseUrls,
  show: (progress: () => Progress) => void = () => undefined,
): Promise<void> {
  const open = await Promise.all(
    migrationTargets(ownerUrl, urls).map(async (target) =>
      (await upToDate(target))
        ? []
        : [[`${target.database.toUpperCase()}_DATABASE_URL`, urls[target.database]]],
    ),
  );
  const env = Object.fromEntries(open.flat());
  const { length } = Object.keys(env);
  if (length === 0) return;
  show(() => ({ done: 0, of: length, what: 'databases migrated' }));
  await mustRunNode('The migration', [join(import.meta.dirname, 'migrate-all.ts')], {
    env: { ...env, OWNER_DATABASE_URL: ownerUrl },
  });
}

async function upToDate({ directory, url, role }: MigrationTarget): Promise<boolean> {
  const wanted = migrationFiles(directory);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await isGranted(client, role))) return false;
    const done = await migrationsDone(client);
    return done === null ? wanted.length === 0 : standingOf(wanted, done) !== 'behind';
  } finally {
    await client.end();
  }
}
