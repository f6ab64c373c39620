import type { Db } from '@gerbang/service-kit/data/database';
import { type MessageRecord, messageColumns } from './messages.repository.ts';

/** A failed message with the registration whose result it announces. */
export type UndeliveredRecord = MessageRecord & { readonly registration_id: string };

export type DeliveryCounts = Readonly<
  Record<'total' | 'waiting' | 'sent' | 'delivered' | 'read' | 'failed', number>
>;

/** The failed messages that are listed; the count goes on. */
const LISTED = 500;

/** The messages of an announcement, by the key under which admission asks for them: `ann:<announcement>:<registration>`. */
function messagesOfAnnouncement(db: Db, announcementId: string) {
  return db('notifications')
    .whereRaw(`notifications.kind = 'result_published'`)
    .whereRaw('notifications.dedupe_key ~>=~ ? and notifications.dedupe_key ~<~ ?', [
      `ann:${announcementId}:`,
      `ann:${announcementId};`,
    ]);
}

/** How many messages of an announcement are in each state. */
export async function deliveryCounts(db: Db, announcementId: string): Promise<DeliveryCounts> {
  const [row] = await messagesOfAnnouncement(db, announcementId).select<DeliveryCounts[]>(
    db.raw(`count(*)::integer as total,
      (count(*) filter (where status in ('pending', 'retry')))::integer as waiting,
      (count(*) filter (where status = 'sent'))::integer as sent,
      (count(*) filter (where status = 'delivered' and read_at is null))::integer as delivered,
      (count(*) filter (where status = 'delivered' and read_at is not null))::integer as read,
      (count(*) filter (where status = 'failed'))::integer as failed`),
  );
  if (!row) throw new Error('a count without a row');
  return row;
}

/** The failed messages of an announcement, the latest failure first. */
export async function undeliveredMessages(db: Db, announcementId: string): Promise<UndeliveredRecord[]> {
  return messagesOfAnnouncement(db, announcementId)
    .where('notifications.status', 'failed')
    .orderByRaw('failed_at desc, id')
    .limit(LISTED)
    .select<UndeliveredRecord[]>([
      ...messageColumns(db),
      db.raw(`split_part(notifications.dedupe_key, ':', 3) as registration_id`),
    ]);
}

/** Whether the message is one of this announcement. */
export async function belongsToAnnouncement(
  db: Db,
  announcementId: string,
  messageId: string,
): Promise<boolean> {
  const found = await messagesOfAnnouncement(db, announcementId)
    .where('notifications.id', messageId)
    .first<{ id: string } | undefined>('notifications.id');
  return found !== undefined;
}
