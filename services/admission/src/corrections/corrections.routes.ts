import {
  answerCorrectionRequest,
  exportCorrectionRequests,
  listCorrectionRequests,
  requestCorrection as requestCall,
} from '@gerbang/contracts/correction-requests';
import {
  correctRegistration as correctCall,
  listCorrections,
  listOwnCorrections,
  objectCorrection as objectCall,
} from '@gerbang/contracts/corrections';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { answerRequest } from './answer-request.ts';
import { objectCorrection, requestCorrection } from './ask-correction.ts';
import { correctRegistration } from './correct-registration.ts';
import { readCorrections, readOwnCorrections } from './corrections.view.ts';
import { requestFile, requestList } from './request-list.ts';

/** The calls by which staff correct what a family gave, and by which the family answers or asks. */
export function correctionsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listCorrections, ({ identity, request, params }) =>
    readCorrections(context, db, callerOf(identity, request), params.id),
  );
  mount(app, verifier, correctCall, withId(context, correctRegistration));
  mount(app, verifier, listOwnCorrections, ({ identity, params }) =>
    readOwnCorrections(context, db, identity.sub, params.id),
  );
  mount(app, verifier, objectCall, ({ identity, request, params, body }) =>
    objectCorrection(context, callerOf(identity, request), params, body),
  );
  mount(app, verifier, requestCall, withId(context, requestCorrection));
  mount(app, verifier, listCorrectionRequests, ({ query, reply }) =>
    sendList(reply, listCorrectionRequests.path, query, requestList(db, query)),
  );
  const files = { ...context, most: context.config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportCorrectionRequests, files, ({ query }) => requestFile(db, query));
  mount(app, verifier, answerCorrectionRequest, withId(context, answerRequest));
}
