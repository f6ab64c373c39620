import { brokenLink, sealAudit } from './audit-chain.ts';
import type { Database } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { RecordCheck } from '../program/process-figures.ts';
import { type Chore, DAY_MS, MINUTE_MS } from '../program/timers.ts';

/** The first look at trail and books after a start: soon, so that programs which start again each day look as well. */
export const FIRST_CHECK_MS = 10 * MINUTE_MS;

/** Somebody with more rights than the service changed the trail: said loudly (reliability I14). */
export async function checkTrail(database: Database, log: Logger, record?: RecordCheck): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
  record?.('audit', position === null ? 0 : 1);
}

/** Seals the audit trail each minute and checks it each day (Precisions, Audit). */
export function trailChores(database: Database, log: Logger, record?: RecordCheck): Chore[] {
  return [
    { name: 'seal', everyMs: MINUTE_MS, work: async () => void (await sealAudit(database)) },
    {
      name: 'trail',
      everyMs: DAY_MS,
      firstMs: FIRST_CHECK_MS,
      work: () => checkTrail(database, log, record),
    },
  ];
}
