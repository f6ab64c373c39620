import type { Db } from '@gerbang/service-kit/data/database';
import { openOnly } from '../registration-record/academic-years.repository.ts';
import type { Context } from '../context.ts';
import { tellAccountChange } from './account-change-messages.ts';
import {
  moveVersion,
  type Moved,
  type VersionRecord,
  activeVersion,
  wakeSchool,
} from './school-versions.repository.ts';
import { eventSchemas } from '@gerbang/contracts/events';

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
  await openYears(trx, version, at);
  await publishSchool(context, trx, version, requestId);
  if (version.active_from !== null) await tellAccountChange(context, trx, version, active);
  return version;
}

/** Makes the open years those that the settings in force name. */
export async function openYears(
  trx: Db,
  { settings, activated_by_id: id, activated_by_name: name }: VersionRecord,
  at: Date,
): Promise<void> {
  await openOnly(trx, settings.academic_years, { at, by: id === null ? null : { id, name } });
}

/** Tells the other services of the version in force, in the transaction that brought it into force. */
export async function publishSchool(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  { version, settings }: Pick<VersionRecord, 'version' | 'settings'>,
  requestId?: string,
): Promise<void> {
  const payload = eventSchemas['school.changed'].parse({ version, settings });
  await outbox.publish(trx, 'school.changed', payload, { version, ...(requestId && { requestId }) });
  await wakeSchool(trx);
}

/** Publishes the version in force once more, for copies that are new or were lost; returns its number. */
export async function replaySchool(context: Pick<Context, 'outbox' | 'database'>): Promise<number> {
  return context.database.transaction(async (trx) => {
    const active = await activeVersion(trx);
    await publishSchool(context, trx, active);
    return active.version;
  });
}
