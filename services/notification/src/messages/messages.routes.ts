import {
  readAnnouncementDelivery,
  resendAnnouncementMessage as resendOfAnnouncement,
} from '@gerbang/contracts/announcement-delivery';
import { exportMessageAudit, listMessageAudit } from '@gerbang/contracts/audit';
import {
  exportMessages as exportList,
  getMessage,
  listMessages,
  listMessageTemplates,
  openContactLink,
  resendMessage as resendCall,
  summarizeMessages,
} from '@gerbang/contracts/messages';
import { readMessageHealth } from '@gerbang/contracts/operations';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { App } from '@gerbang/service-kit/http/server';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { Context } from '../context.ts';
import { actorOf } from '../accounts/accounts.repository.ts';
import { messageTemplates } from '../message-templates/message-templates.view.ts';
import { announcementDelivery, resendAnnouncementMessage } from './announcement-delivery.ts';
import { messageFile } from './export-messages.ts';
import { messageHealth } from './message-health.repository.ts';
import { messageList, messageSummary } from './message-list.ts';
import { contactLink, readMessage } from './read-message.ts';
import { resendMessage } from './resend-message.ts';
import { TRAIL_SUBJECTS } from '../trail-subjects.repository.ts';

/** The staff's calls about messages. */
export function boardRoutes(app: App, verifier: Verifier, context: Context): void {
  mount(app, verifier, listMessages, ({ query, reply }) =>
    sendList(reply, listMessages.path, query, messageList(context, query)),
  );
  const files = { ...context, actorOf };
  mountListFile(app, verifier, exportList, files, ({ query }) => messageFile(context, query));
  mount(app, verifier, summarizeMessages, ({ query }) => messageSummary(context, query));
  mount(app, verifier, getMessage, withId(context, readMessage));
  mount(app, verifier, resendCall, withId(context, resendMessage));
  mount(app, verifier, openContactLink, withId(context, contactLink));
  mount(app, verifier, readAnnouncementDelivery, ({ params }) => announcementDelivery(context, params.id));
  mount(app, verifier, resendOfAnnouncement, ({ identity, request, params, body }) =>
    resendAnnouncementMessage(context, callerOf(identity, request), params.id, body.message_id),
  );
  mount(app, verifier, listMessageTemplates, () => messageTemplates(context.database.knex));
  mount(app, verifier, readMessageHealth, () => messageHealth(context.database.knex, context.now()));
  mountAuditLookup(app, verifier, [listMessageAudit, exportMessageAudit], files, TRAIL_SUBJECTS);
}
