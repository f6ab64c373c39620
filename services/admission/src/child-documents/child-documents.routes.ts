import {
  createDocumentType as createTypeCall,
  listChildDocuments,
  listDocumentTypes,
  sendChildDocument,
  sendDocumentOnBehalf,
  updateDocumentType as updateTypeCall,
} from '@gerbang/contracts/child-documents';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { noChild } from '../registration-record/child-rules.ts';
import { ownChild } from '../registration-record/children.repository.ts';
import type { Context } from '../context.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import { createDocumentType, updateDocumentType } from './change-document-type.ts';
import { toType } from './child-documents.view.ts';
import { allTypes } from './document-types.repository.ts';
import { documentsOfChild } from './list-documents.ts';
import { sendDocument } from './send-document.ts';

/** Documents of children: what the school asks, what families send, and what staff send on their behalf. */
export function childDocumentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, sendChildDocument, ({ identity, request, params, body }) =>
    sendDocument(context, callerOf(identity, request), {
      route: sendChildDocument.id,
      by: 'family',
      ...params,
      body,
    }),
  );

  mount(app, verifier, sendDocumentOnBehalf, ({ identity, request, params, body }) =>
    sendDocument(context, callerOf(identity, request), {
      route: sendDocumentOnBehalf.id,
      by: 'staff',
      ...params,
      body,
    }),
  );

  mount(app, verifier, listChildDocuments, async ({ identity, params }) => {
    if (!(await ownChild(db, identity.sub, params.childId))) throw noChild();
    return documentsOfChild(context, db, params.childId);
  });

  mount(app, verifier, listDocumentTypes, async () => (await allTypes(db)).map(toType));

  mount(app, verifier, createTypeCall, withBody(context, createDocumentType));
  mount(app, verifier, updateTypeCall, withId(context, updateDocumentType));
}
