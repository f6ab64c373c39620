import {
  createAnnouncement as createCall,
  discardAnnouncement as discardCall,
  exportAnnouncements,
  getAnnouncement,
  listAnnouncements,
  listOwnResults,
  listWaitingStudents,
  publishAnnouncement as publishCall,
  reviewAnnouncement as reviewCall,
  reviseAnnouncement as reviseCall,
  submitAnnouncement as submitCall,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import { announcementSchema, type Announcement } from '@gerbang/contracts/announcement-shapes';
import { can } from '@gerbang/domain/abilities';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { sendLongList, sendWithLongList } from '@gerbang/service-kit/http/long-lists';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { waitingStudents } from '../registrations/registrations.repository.ts';
import { announcementList, ownResultList } from './announcement-lists.repository.ts';
import { viewAnnouncement } from './announcements.view.ts';
import { createAnnouncement } from './create-announcement.ts';
import { discardAnnouncement } from './discard-announcement.ts';
import { editAnnouncement } from './edit-announcement.ts';
import { announcementFile } from './export-announcements.ts';
import { publishAnnouncement } from './publish-announcement.ts';
import { reviewAnnouncement, reviseAnnouncement, submitAnnouncement } from './review-announcement.ts';

/** The staff's calls about announcements, and the family's list of its results. */
export function announcementsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listAnnouncements, ({ identity, query, reply }) => {
    const viewer = { id: identity.sub, role: identity.role };
    return sendList(reply, listAnnouncements.path, query, announcementList(context, viewer, query));
  });

  mountListFile(app, verifier, exportAnnouncements, context, ({ identity, query }) =>
    announcementFile(context, { id: identity.sub, role: identity.role }, query),
  );

  mount(app, verifier, listWaitingStudents, async ({ identity, params, query, reply }) =>
    sendLongList(
      reply,
      listWaitingStudents.response[200],
      await waitingStudents(db, { ...params, ...query }, can(identity.role, 'scores.own')),
    ),
  );

  const send = async (reply: FastifyReply, announcement: Promise<Announcement>) =>
    sendWithLongList(reply, announcementSchema, 'results', await announcement);

  mount(app, verifier, getAnnouncement, ({ identity, params, reply }) =>
    send(reply, viewAnnouncement(context, db, { id: identity.sub, role: identity.role }, params.id)),
  );

  mount(app, verifier, createCall, ({ identity, request, body, reply }) =>
    send(reply, createAnnouncement(context, callerOf(identity, request), body)),
  );

  mount(app, verifier, updateAnnouncement, ({ identity, request, params, body, reply }) =>
    send(reply, editAnnouncement(context, callerOf(identity, request), params.id, body)),
  );

  mount(app, verifier, submitCall, ({ identity, request, params, body, reply }) =>
    send(reply, submitAnnouncement(context, callerOf(identity, request), params.id, body)),
  );

  mount(app, verifier, reviewCall, ({ identity, request, params, body, reply }) =>
    send(reply, reviewAnnouncement(context, callerOf(identity, request), params.id, body)),
  );

  mount(app, verifier, reviseCall, ({ identity, request, params, reply }) =>
    send(reply, reviseAnnouncement(context, callerOf(identity, request), params.id)),
  );

  mount(app, verifier, publishCall, async ({ identity, request, params, reply }) => {
    assertFresh(identity);
    return send(reply, publishAnnouncement(context, callerOf(identity, request), params.id));
  });

  mount(app, verifier, discardCall, withId(context, discardAnnouncement));

  mount(app, verifier, listOwnResults, ({ identity, query, reply }) =>
    sendList(reply, listOwnResults.path, query, ownResultList(db, identity.sub)),
  );
}
