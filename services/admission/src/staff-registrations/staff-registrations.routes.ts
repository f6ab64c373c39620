import {
  exportStaffRegistrations,
  getStaffRegistration,
  listStaffRegistrations,
  summarizeStaffRegistrations,
} from '@gerbang/contracts/staff-registrations';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { isPaged, sendList, sendWrittenPage } from '@gerbang/service-kit/http/paging';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { contentDisposition } from '../content-disposition.ts';
import { exportRegistrations } from './export-registrations.ts';
import { createStaffPages, staffList, summaryOf } from './staff-registrations.view.ts';
import { readRegistration } from './read-registration.ts';

/** Slow lines need time; few exports at once, because each takes a connection of the database now and then. */
const EXPORT_TIME_MS = 120_000;
const EXPORTS_AT_ONCE = 3;

/** The staff's calls about registrations of all families. */
export function staffRegistrationsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  const pages = createStaffPages(context.database);
  mount(app, verifier, listStaffRegistrations, ({ identity, query, reply }) => {
    const { path } = listStaffRegistrations;
    const { levels } = context.school.settings;
    const reader = { documents: can(identity.role, 'documents.read'), levels };
    return isPaged(query)
      ? sendWrittenPage(reply, path, query, pages(query, reader))
      : sendList(reply, path, query, staffList(db, query, reader));
  });

  mount(app, verifier, summarizeStaffRegistrations, ({ query }) => summaryOf(db, query));

  const exportsAtOnce = new Semaphore(EXPORTS_AT_ONCE);
  mount(
    app,
    verifier,
    exportStaffRegistrations,
    async ({ identity, request, query, reply }) => {
      const caller = callerOf(identity, request);
      const { stream, name } = await exportRegistrations(context, caller, query, exportsAtOnce);
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', contentDisposition('attachment', name))
        .send(stream);
    },
    EXPORT_TIME_MS,
  );

  mount(app, verifier, getStaffRegistration, ({ identity, request, params }) =>
    readRegistration(context, db, callerOf(identity, request), params.id),
  );
}
