import {
  exportStaffRegistrations,
  getStaffRegistration,
  listStaffRegistrations,
  summarizeStaffRegistrations,
} from '@gerbang/contracts/staff-registrations';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { isPaged, sendList, sendWrittenPage } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { registrationFile } from './export-registrations.ts';
import { createStaffPages, staffList, summaryOf } from './staff-registrations.view.ts';
import { readRegistration } from '../registration-record/read-registration.ts';

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

  const files = { ...context, most: context.config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportStaffRegistrations, files, ({ identity, request, query }) =>
    registrationFile(context, callerOf(identity, request), query),
  );

  mount(app, verifier, getStaffRegistration, ({ identity, request, params }) =>
    readRegistration(context, db, callerOf(identity, request), params.id),
  );
}
