import { getChecklist, remindDocuments } from '@gerbang/contracts/checklists';
import { readStaffDocuments } from '@gerbang/contracts/document-reviews';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { noRegistration } from '../registration-record/rules.ts';
import { toChecklist } from './checklist.view.ts';
import { ownChecklistRead } from './checklists.repository.ts';
import { readDocuments } from './read-documents.ts';
import { remindFamilies } from './remind-families.ts';

/** What a family still has to do for a registration, as it and staff read it, and reminders of it. */
export function checklistsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const readOwn = ownChecklistRead(context.database);

  mount(app, verifier, getChecklist, async ({ identity, params }) => {
    const record = await readOwn(identity.sub, params.id);
    if (!record) throw noRegistration();
    return toChecklist(record, asksExactly(context.school.settings));
  });

  mount(app, verifier, readStaffDocuments, withId(context, readDocuments));

  mount(app, verifier, remindDocuments, ({ identity, request, body }) =>
    remindFamilies(context, callerOf(identity, request), remindDocuments.id, body),
  );
}
