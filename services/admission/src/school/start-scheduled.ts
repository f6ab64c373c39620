import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { tellStartBlocked } from './account-change-messages.ts';
import { bringIntoForce } from './bring-into-force.ts';
import { findingsOf } from './findings.ts';
import {
  activeVersion,
  isDue,
  lockVersions,
  markStartBlocked,
  openVersion,
  type VersionRecord,
} from './school-versions.repository.ts';

/** Leaves the version waiting, and tells its people once; a later run starts it when nothing is in its way any more. */
async function keepWaiting(
  context: Context,
  trx: Db,
  next: VersionRecord,
  { active, reasons }: { active: VersionRecord; reasons: string[] },
): Promise<void> {
  if (next.start_blocked_at !== null) return;
  await markStartBlocked(trx, next.id, context.now());
  const details = { version: next.version, settings: reasons };
  await audit(trx, { action: 'school.start_blocked', actor: null, subject: next.id, details });
  await tellStartBlocked(context, trx, next, { active, reasons });
}

/**
 * Brings the version whose waiting time is over into force; whether there was one that could start. Families have gone on
 * registering since its activation, so it is held against the blocks once more.
 */
export async function startScheduled(context: Context): Promise<boolean> {
  const { database, now } = context;
  if (!(await isDue(database.knex, now()))) return false;
  return database.transaction(async (trx) => {
    await lockVersions(trx);
    // It may have been cancelled or started since.
    if (!(await isDue(trx, now()))) return false;
    const next = await openVersion(trx);
    if (!next) return false;
    const active = await activeVersion(trx);
    const { blocks } = await findingsOf(trx, next.settings, active, now());
    if (blocks.length > 0) {
      const reasons = blocks.map(({ text }) => text);
      await keepWaiting(context, trx, next, { active, reasons });
      return false;
    }
    await bringIntoForce(context, trx, { next, active });
    const details = { version: next.version };
    await audit(trx, { action: 'school.started', actor: null, subject: next.id, details });
    return true;
  });
}
