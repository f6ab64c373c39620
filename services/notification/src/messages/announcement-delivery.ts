import type { AnnouncementDelivery } from '@gerbang/contracts/announcement-delivery';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import {
  belongsToAnnouncement,
  deliveryCounts,
  undeliveredMessages,
} from './announcement-delivery.repository.ts';
import { toMessageRow } from './message.view.ts';
import { noMessage } from './messages.repository.ts';
import { resendMessage } from './resend-message.ts';

/** How the messages of an announcement fare; all zero where none was asked for yet. */
export async function announcementDelivery(
  { database, columns }: Pick<Context, 'database' | 'columns'>,
  announcementId: string,
): Promise<AnnouncementDelivery> {
  const db = database.knex;
  const counts = await deliveryCounts(db, announcementId);
  const failures = counts.failed === 0 ? [] : await undeliveredMessages(db, announcementId);
  return {
    ...counts,
    failures: failures.map((record) => {
      const { id, channel, recipient, reason, error_code, resend_refusal, failed_at } = toMessageRow(
        columns,
        record,
      );
      const { phone } = recipient;
      return {
        id,
        registration_id: record.registration_id,
        channel,
        phone,
        reason,
        error_code,
        resend_refusal,
        failed_at,
      };
    }),
  };
}

/** Resends a failed message of this announcement; 404 for a message of anything else. */
export async function resendAnnouncementMessage(
  context: Context,
  caller: Caller,
  announcementId: string,
  messageId: string,
): Promise<AnnouncementDelivery> {
  if (!(await belongsToAnnouncement(context.database.knex, announcementId, messageId))) throw noMessage();
  await resendMessage(context, caller, messageId);
  return announcementDelivery(context, announcementId);
}
