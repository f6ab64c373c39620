import { audit } from '@gerbang/service-kit/audit/audit';
import type { Context } from '../context.ts';
import { bringIntoForce } from './bring-into-force.ts';
import { activeVersion, isDue, lockVersions, openVersion } from './school-versions.repository.ts';

/** Brings the version whose waiting time is over into force; whether there was one. */
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
    await bringIntoForce(context, trx, { next, active });
    const details = { version: next.version };
    await audit(trx, { action: 'school.started', actor: null, subject: next.id, details });
    return true;
  });
}
