import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { tellAccountChange } from './account-change-messages.ts';
import { publishSchool } from './publish-school.ts';
import { moveVersion, type Moved, type VersionRecord } from './school-versions.repository.ts';

/**
 * Makes a version the one in force in place of the present one, and tells the other services and, where the official
 * accounts change, the people who answer for them. The caller holds the lock of the versions.
 */
export async function bringIntoForce(
  context: Context,
  trx: Db,
  {
    next,
    active,
    columns,
    requestId,
  }: {
    readonly next: VersionRecord;
    readonly active: VersionRecord;
    readonly columns?: Moved;
    readonly requestId?: string;
  },
): Promise<VersionRecord> {
  const at = context.now();
  // The database keeps two versions from being in force at once.
  await moveVersion(trx, active, 'retired', { retired_at: at });
  const version = await moveVersion(trx, next, 'active', { ...columns, activated_at: at });
  await publishSchool(context, trx, version, requestId);
  if (version.active_from !== null) await tellAccountChange(context, trx, version);
  return version;
}
