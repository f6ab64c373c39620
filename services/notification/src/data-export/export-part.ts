import type { NotificationExport } from '@gerbang/contracts/admission.types';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { MessagesContext } from '../messages/context.ts';
import { messageColumns, type MessageRecord, toMessageRow } from '../messages/message-row.ts';

/**
 * The messages that were sent to the caller, codes masked as they are kept, and who of the staff looked at them or sent
 * them again.
 */
export async function exportMessages(
  { database, columns }: Pick<MessagesContext, 'database' | 'columns'>,
  userId: string,
): Promise<NotificationExport> {
  const db = database.knex;
  const records = await db('notifications')
    .select<(MessageRecord & { message: string | null })[]>([...messageColumns(db), 'notifications.message'])
    .where({ recipient_id: userId })
    .orderBy(['created_at', 'id']);
  return {
    messages: records.map((record) => {
      const { id, kind, status, created_at, sent_at, delivered_at, read_at, recipient } = toMessageRow(
        columns,
        record,
      );
      return {
        id,
        kind,
        status,
        created_at,
        sent_at,
        delivered_at,
        read_at,
        phone: recipient.phone,
        text: record.message,
      };
    }),
    trail: await processingTrail(
      db,
      userId,
      records.map(({ id }) => id),
    ),
  };
}
