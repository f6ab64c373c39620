import * as calls from '@gerbang/contracts/calendar-links';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sendCalendar } from '../registration-record/send-calendar.ts';
import { feedFile, makeLink, revokeLink } from './calendar-feed.ts';

/** The calls about calendars that staff subscribe to. */
export function calendarLinksRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.makeCalendarLink, ({ identity, request }) =>
    makeLink(context, callerOf(identity, request)),
  );
  mount(app, verifier, calls.revokeCalendarLink, ({ identity, request }) =>
    revokeLink(context, callerOf(identity, request)),
  );
  mount(app, verifier, calls.calendarFeed, async ({ params, reply }) =>
    sendCalendar(reply, await feedFile(context, params.token)),
  );
}
