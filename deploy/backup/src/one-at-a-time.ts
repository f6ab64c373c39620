import { BackupError } from './errors.ts';
import { asOwner } from './swap.ts';

/** How long a run waits for another one to end. */
const WAIT = '10min';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Does the work while no other backup of this installation runs, since both would write and prune one folder. The lock
 * ends with its connection, however the program ends. Throws a BackupError where the other one does not end.
 */
export async function oneAtATime<T>(ownerUrl: string, work: () => Promise<T>, wait = WAIT): Promise<T> {
  return asOwner(ownerUrl, async (client) => {
    client.on('error', () => undefined); // What the work itself does with the server fails with it.
    try {
      await client.query("select set_config('lock_timeout', $1, false)", [wait]);
      await client.query("select pg_advisory_lock(hashtext('gerbang-backup'))");
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new BackupError('Another backup is running and does not end');
    }
    return work();
  });
}
