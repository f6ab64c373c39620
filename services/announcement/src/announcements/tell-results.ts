import type { EventPayload } from '@gerbang/contracts/events';
import { RESULTS_TOGETHER } from '@gerbang/contracts/result-events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import {
  type AnnouncementRecord,
  appliedResults,
  publishedAnnouncements,
  type Tellable,
  updateAnnouncement,
} from './announcements.repository.ts';
import { announcementText } from './announcements.view.ts';

type Told = EventPayload<'results.told'>;

/** What families read of an announcement's results, in events of fifty. */
async function toldOf(db: Db, announcement: AnnouncementRecord, check: boolean): Promise<Told[]> {
  const { id: announcement_id, published_at } = announcement;
  if (published_at === null) return [];
  const results = await appliedResults(db, announcement_id);
  return Array.from({ length: Math.ceil(results.length / RESULTS_TOGETHER) }, (_none, at) => ({
    announcement_id,
    published_at: published_at.toISOString(),
    text: announcementText(announcement),
    results: results.slice(at * RESULTS_TOGETHER, (at + 1) * RESULTS_TOGETHER),
    check,
  }));
}

/**
 * Sends admission what families read of published results, an announcement in each transaction: all of them after a loss,
 * those that were never sent, or those that admission should have, for it to compare. Returns the number of results.
 */
export async function tellResults(
  { database, outbox }: Pick<Context, 'database' | 'outbox'>,
  which: Tellable,
): Promise<number> {
  let told = 0;
  for (const announcement of await publishedAnnouncements(database.knex, which)) {
    const events = await toldOf(database.knex, announcement, which === 'check');
    await database.transaction(async (trx) => {
      await outbox.publishMany(trx, 'results.told', events);
      if (!announcement.told) await updateAnnouncement(trx, announcement.id, { told: true });
    });
    told += events.reduce((sum, { results }) => sum + results.length, 0);
  }
  return told;
}
