import {
  createConfirmation as createCall,
  decideConfirmation as decideCall,
  estimateEnrollmentFees,
  exportConfirmations,
  getConfirmationOfRegistration,
  listConfirmations,
  listStaffConfirmations,
  reopenConfirmation as reopenCall,
  summarizeConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import { estimateFees } from '@gerbang/domain/fee-estimate';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import {
  countConfirmationGroups,
  createStaffConfirmationList,
  ownConfirmationList,
} from './confirmation-lists.repository.ts';
import { createConfirmation } from './create-confirmation.ts';
import { decideConfirmation } from './decide-confirmation.ts';
import { confirmationFile } from './export-confirmations.ts';
import { reopenConfirmation } from './reopen-confirmation.ts';
import { findOwnConfirmation } from './enrollment-confirmations.repository.ts';
import { noConfirmation, toConfirmation } from './enrollment-confirmations.view.ts';
import { findOwnRegistration } from '../registrations/registrations.repository.ts';

/** The calls about confirmations of re-enrolment. */
export function enrollmentConfirmationsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
): void {
  const db = context.database.knex;

  mount(app, verifier, listConfirmations, ({ identity, query, reply }) =>
    sendList(reply, listConfirmations.path, query, ownConfirmationList(db, identity.sub, query)),
  );

  mount(app, verifier, getConfirmationOfRegistration, async ({ identity, params }) => {
    const record = await findOwnConfirmation(db, identity.sub, params.registrationId);
    if (!record) throw noConfirmation();
    return toConfirmation(record);
  });

  mount(app, verifier, estimateEnrollmentFees, async ({ identity, params }) => {
    const registration = await findOwnRegistration(db, identity.sub, params.registrationId);
    if (!registration) throw noConfirmation();
    return { estimate: estimateFees(context.school.settings, registration.jenjang) };
  });

  mount(app, verifier, createCall, withBody(context, createConfirmation));

  const staffList = createStaffConfirmationList(context.database);
  mount(app, verifier, listStaffConfirmations, ({ query, reply }) =>
    sendList(reply, listStaffConfirmations.path, query, staffList(query)),
  );

  mountListFile(app, verifier, exportConfirmations, context, ({ query }) =>
    confirmationFile(db, context.school.settings, staffList(query), query),
  );

  mount(app, verifier, summarizeConfirmations, ({ query }) => countConfirmationGroups(db, query));

  mount(app, verifier, decideCall, withId(context, decideConfirmation));

  mount(app, verifier, reopenCall, withId(context, reopenConfirmation));
}
