import { eventSchemas } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { activeVersion, type VersionRecord, wakeSchool } from './school-versions.repository.ts';

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
