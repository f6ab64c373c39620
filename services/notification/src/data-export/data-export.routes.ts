import { type NotificationExport, notificationExport } from '@gerbang/contracts/data-export';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { App } from '@gerbang/service-kit/http/server';
import type { Context } from '../context.ts';
import { toInboxItem } from '../notifications/inbox-list.ts';
import { inboxOf } from '../notifications/inbox.repository.ts';
import { toMessageRow } from '../messages/message.view.ts';
import { messagesOf } from '../messages/messages.repository.ts';
import { contactsOf } from '../missed-messages/missed-messages.repository.ts';

/**
 * The messages that were sent to the caller, codes masked as they are kept, its inbox, the calls about failed ones, and who of the
 * staff looked at them or sent them again.
 */
async function exportMessages(
  { database, columns, now }: Pick<Context, 'database' | 'columns' | 'now'>,
  userId: string,
): Promise<NotificationExport> {
  const db = database.knex;
  const records = await messagesOf(db, userId);
  const inbox = await inboxOf(db, userId).orderBy(['inbox.created_at', 'inbox.id']);
  const contacts = await contactsOf(db, userId);
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
    inbox: inbox.map((record) => toInboxItem(record, now())),
    trail: await processingTrail(db, userId, [userId, ...records.map(({ id }) => id)]),
    ...(contacts.length > 0 && {
      contacts: contacts.map(({ contacted_at, note }) => ({ at: contacted_at.toISOString(), note })),
    }),
  };
}

/** Notification's part of a family's export. */
export function dataExportRoutes(app: App, verifier: Verifier, context: Context): void {
  mount(app, verifier, notificationExport, ({ identity }) => exportMessages(context, identity.sub));
}
