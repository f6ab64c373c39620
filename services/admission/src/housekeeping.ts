import { brokenLink, sealAudit } from '@gerbang/service-kit/audit-chain';
import { sweepProcessedEvents } from '@gerbang/service-kit/consumers';
import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import { foldCounts } from './monitoring/registration-counts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startChores } from '@gerbang/service-kit/timers';

/** Deletes dead codes, stored answers and delivered events that no rule looks at any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from contact_phone_codes where created_at < now() - interval '2 days';
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await sweepProcessedEvents(database.knex);
}

/** Somebody with more rights than the service changed the trail: said loudly, every day (reliability I14). */
async function checkTrail(database: Database, log: Logger): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
}

/** Seals the trail and adds up the counts each minute, sweeps each hour, checks the trail each day; answers how to stop. */
export function startHousekeeping(database: Database, log: Logger): () => Promise<void> {
  return startChores(log, [
    { name: 'seal', everyMs: MINUTE_MS, work: async () => void (await sealAudit(database)) },
    { name: 'counts', everyMs: MINUTE_MS, work: async () => void (await foldCounts(database)) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    { name: 'trail', everyMs: DAY_MS, work: () => checkTrail(database, log) },
  ]);
}
