import { listOwnResults } from '@gerbang/contracts/announcements';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { ownResultList } from './own-results.repository.ts';

/** The family's call (authorization row N09). */
export function resultsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listOwnResults, ({ identity, query, reply }) =>
    sendList(reply, listOwnResults.path, query, ownResultList(context.database.knex, identity.sub)),
  );
}
