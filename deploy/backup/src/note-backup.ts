import { migrationTargets } from '@gerbang/local/databases';
import pg from 'pg';
import { inWords } from './errors.ts';
import type { Installation } from './installation.ts';

/** Older notes say no more than the archives. */
const KEPT_DAYS = 400;

/**
 * Notes a finished backup in the database of the notification worker, which publishes its age as `backup_age_seconds`
 * (deploy/monitoring): a backup that never runs could raise no alert itself. Returns what went wrong, else null; an
 * installation of an older version has no table for it.
 */
export async function noteBackup({ ownerUrl, urls }: Installation): Promise<string | null> {
  const target = migrationTargets(ownerUrl, urls).find(({ database }) => database === 'notification');
  const client = new pg.Client({ connectionString: target?.url });
  // The waiting query reports a broken connection; an unhandled event would end the program.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`select to_regclass('public.backup_runs') is not null as is_there`);
    if (!rows[0]?.is_there) return null;
    await client.query('insert into backup_runs default values on conflict do nothing');
    await client.query(`delete from backup_runs where finished_at < now() - interval '${KEPT_DAYS} days'`);
    return null;
  } catch (error) {
    return inWords(error);
  } finally {
    // The error was returned above; a connection that does not close adds nothing.
    await client.end().catch(() => undefined);
  }
}
