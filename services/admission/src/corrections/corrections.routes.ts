import {
  answerCorrectionRequest,
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
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { answerRequest } from './answer-request.ts';
import { objectCorrection, requestCorrection } from './ask-correction.ts';
import { correctRegistration } from './correct-registration.ts';
import { listedRequests, type StaffRequestRecord, toStaffRequest } from './correction-requests.repository.ts';
import { readCorrections, readOwnCorrections } from './corrections.view.ts';

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
    sendList(reply, listCorrectionRequests.path, query, {
      table: 'correction_requests',
      keys: { created_at: 'correction_requests.created_at' },
      defaultSort: 'created_at',
      rows: () => listedRequests(db, query),
      toItems: (records: StaffRequestRecord[]) => records.map(toStaffRequest),
    }),
  );
  mount(app, verifier, answerCorrectionRequest, withId(context, answerRequest));
}
