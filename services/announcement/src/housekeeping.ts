import type { Database } from '@gerbang/service-kit/data/database';
import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import { type Chore, HOUR_MS } from '@gerbang/service-kit/program/timers';
import type { Context } from './context.ts';

/** Deletes stored answers and delivered events that no rule reads any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(database.knex);
}

/** Recurring work of the service. */
export const chores = ({ database }: Context): Chore[] => [
  { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
];
