import type { NotificationExport } from '@gerbang/contracts/admission.types';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Context } from '../context.ts';
import { toMessageRow } from '../messages/message.view.ts';
import { messagesOf } from '../messages/messages.repository.ts';

/**
 * The messages that were sent to the caller, codes masked as they are kept, and who of the staff looked at them or sent
 * them again.
 */
export async function exportMessages(
  { database, columns }: Pick<Context, 'database' | 'columns'>,
  userId: string,
): Promise<NotificationExport> {
  const db = database.knex;
  const records = await messagesOf(db, userId);
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
