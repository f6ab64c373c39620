import { migrationTargets } from '@gerbang/local/databases';
import pg from 'pg';
import { inWords } from './errors.ts';
import type { Installation } from './installation.ts';

/** Older ones say nothing that the archives do not say. */
const KEPT_DAYS = 400;

/**
 * Notes that a backup was finished where the worker of messages reads it for the figure `backup_age_seconds` (deploy/monitoring):
 * an alert that the backup itself would have to raise is never raised by one that does not run. Answers what went wrong; an
 * installation of an older version has no place for it.
 */
export async function noteBackup({ ownerUrl, urls }: Installation): Promise<string | null> {
  const target = migrationTargets(ownerUrl, urls).find(({ database }) => database === 'notification');
  const client = new pg.Client({ connectionString: target?.url });
  // A connection that breaks is told by the query that waits for it, not by an event that would end the program.
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
    // What went wrong was answered above; a connection that does not close as well says nothing new.
    await client.end().catch(() => undefined);
  }
}
