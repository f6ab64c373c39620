import type { Database } from '@gerbang/service-kit/data/database';
import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type Chore, HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Context } from './context.ts';
import { overdueErasures } from './erasure-requests/erasure-requests.repository.ts';
import { sweepFiles } from './files/sweep-files.ts';
import { foldCounts } from './staff-registrations/registration-counts.repository.ts';

/** Deletes dead codes, stored answers and delivered events that no rule reads any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from contact_phone_codes where created_at < now() - interval '2 days';
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(database.knex);
}

/** Logs erasure requests that were not acted on within the time of the law (UU 27/2022, article 40). */
async function watchClocks(database: Database, log: Logger): Promise<void> {
  const overdue = await overdueErasures(database.knex);
  if (overdue > 0) log.error({ event: 'erasure_requests_overdue', overdue });
}

/** Recurring work of the service. */
export const chores = (context: Context): Chore[] => {
  const { database, store, log } = context;
  return [
    { name: 'counts', everyMs: MINUTE_MS, work: async () => void (await foldCounts(database)) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    { name: 'clocks', everyMs: HOUR_MS, work: () => watchClocks(database, log) },
    { name: 'files', everyMs: HOUR_MS, work: async () => void (await sweepFiles(context, store)) },
  ];
};
