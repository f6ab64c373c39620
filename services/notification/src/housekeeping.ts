import { brokenLink, sealAudit } from '@gerbang/service-kit/audit-chain';
import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import { DAY_MS, MINUTE_MS, startChores } from '@gerbang/service-kit/timers';

/** Somebody with more rights than the service changed the trail: said loudly, every day (reliability I14). */
async function checkTrail(database: Database, log: Logger): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
}

/** Seals the trail each minute and checks it each day; answers how to stop. The sweeper does the rest. */
export function startHousekeeping(database: Database, log: Logger): () => Promise<void> {
  return startChores(log, [
    { name: 'seal', everyMs: MINUTE_MS, work: async () => void (await sealAudit(database)) },
    { name: 'trail', everyMs: DAY_MS, work: () => checkTrail(database, log) },
  ]);
}
