import {
  decideErasure as decideCall,
  listErasures,
  listOwnErasures,
  requestErasure as requestCall,
} from '@gerbang/contracts/erasure-requests';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { decideErasure } from './decide-erasure.ts';
import { ownErasures } from './erasure-requests.repository.ts';
import { toErasure, erasureList } from './erasure-requests.view.ts';
import { requestErasure } from './request-erasure.ts';

/** The calls of family and administrator about requests to erase. */
export function erasureRequestsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, requestCall, ({ identity, request, body }) =>
    requestErasure(context, callerOf(identity, request), body.note ?? null),
  );
  mount(app, verifier, listOwnErasures, async ({ identity }) => {
    const records = await ownErasures(context.database.knex, identity.sub);
    return records.map((record) => toErasure(record, context.now()));
  });
  mount(app, verifier, listErasures, ({ query, reply }) =>
    sendList(reply, listErasures.path, query, erasureList(context, query)),
  );
  mount(app, verifier, decideCall, async ({ identity, request, params, body }) => {
    if (body.status === 'approved') assertFresh(identity);
    return decideErasure(context, callerOf(identity, request), params.id, body);
  });
}
