import { admissionExport } from '@gerbang/contracts/data-export';
import {
  decideErasure as decideCall,
  listErasures,
  listOwnErasures,
  requestErasure as requestCall,
} from '@gerbang/contracts/erasure-requests';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { decideErasure, erasureList, requestErasure } from './erasure.usecases.ts';
import { ownErasures, toErasure } from './erasure-requests.repository.ts';
import { exportFamily } from '../data-export/export-part.ts';

/** The calls about a family's rights over its data (authorization rows B10–B14). */
export function dataRightsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, admissionExport, ({ identity, request }) =>
    exportFamily(context, callerOf(identity, request)),
  );
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
  mount(app, verifier, decideCall, ({ identity, request, params, body }) =>
    decideErasure(context, callerOf(identity, request), params.id, body),
  );
}
