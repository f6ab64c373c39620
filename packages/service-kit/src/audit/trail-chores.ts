import { brokenLink, sealAudit } from './audit-chain.ts';
import type { Database } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { RecordCheck } from '../program/process-figures.ts';
import { type Chore, DAY_MS, MINUTE_MS } from '../program/timers.ts';

/** Delay of the first check after a start; short, so that a process that restarts daily checks too. */
export const FIRST_CHECK_MS = 10 * MINUTE_MS;

/** Logs an error if the trail was tampered with, which takes more rights than the service has. */
export async function checkTrail(database: Database, log: Logger, record?: RecordCheck): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
  record?.('audit', position === null ? 0 : 1);
}

/** Chores that seal the audit trail each minute and check it each day. */
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
