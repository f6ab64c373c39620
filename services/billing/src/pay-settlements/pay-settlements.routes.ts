import {
  createPaySettlement,
  listPaySettlements,
  matchPaySettlement,
} from '@gerbang/contracts/pay-settlements';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addSettlement } from './add-settlement.ts';
import { matchSettlement } from './match-settlement.ts';
import { settlementsOfMonth } from './pay-settlements.repository.ts';
import { toSettlement } from './pay-settlements.view.ts';

/** What the provider hands over to the school's account. */
export function paySettlementsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listPaySettlements, async ({ query: { month } }) =>
    (await settlementsOfMonth(context.database.knex, month)).map(toSettlement),
  );

  mount(app, verifier, createPaySettlement, async ({ identity, request, reply, body }) => {
    const made = await addSettlement(context, callerOf(identity, request), body);
    reply.code(201);
    return made;
  });

  mount(app, verifier, matchPaySettlement, ({ identity, request, params, body }) =>
    matchSettlement(context, callerOf(identity, request), params.id, body.bank_line_id),
  );
}
