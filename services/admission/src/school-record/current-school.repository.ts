import { knownSettings } from '@gerbang/contracts/stored-settings';
import type { Db } from '@gerbang/service-kit/data/database';

/** Announces a new version in force to every process of the service once the transaction commits. */
export const SCHOOL_CHANNEL = 'school';

/** The version in force if it is newer than this one, with the day on which its accounts came into force. */
export async function newerVersion(db: Db, than: number) {
  const { rows } = await db.raw(
    `select version, settings, (
       select max(activated_at) from school_versions as waited
       where active_from is not null and status in ('active', 'retired') and settings -> 'accounts' is distinct from
         (select settings -> 'accounts' from school_versions where version = waited.based_on)
     ) as account_changed_at
     from school_versions where status = 'active' and version > ?`,
    [than],
  );
  const [row] = rows as { version: number; settings: unknown; account_changed_at: Date | null }[];
  return row && { ...row, settings: knownSettings(row.settings) };
}
