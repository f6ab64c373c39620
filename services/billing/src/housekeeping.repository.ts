import type { Db } from '@gerbang/service-kit/data/database';
import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';

/** Deletes stored responses and delivered events that no rule reads any more. */
export async function deleteDelivered(db: Db): Promise<void> {
  await db.raw(`
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(db);
}
