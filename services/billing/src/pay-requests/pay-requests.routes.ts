import { createHash } from 'node:crypto';
import {
  cancelPayRequest as cancelCall,
  closePayRequest as closeCall,
  createPayRequest as createCall,
  exportPayRequests,
  getPayRequest,
  listPayRequests,
  refreshPayRequest,
  summarizePayRequests,
} from '@gerbang/contracts/pay-requests';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { PAY_REQUEST_STATUSES, type PayRequestStatus } from '@gerbang/domain/pay-requests';
import { endPayRequests } from '@gerbang/contracts/internal-calls';
import { actorOf, callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount, type SessionIdentity } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type PaymentGateway, WITH_PROVIDER_MS } from '../gateway/port.ts';
import { cancelPayRequest, endLive } from './cancel-pay-request.ts';
import { closePayRequest } from './close-pay-request.ts';
import { createPayRequest } from './create-pay-request.ts';
import { lookAtRequest, noteLook } from './look-at-request.ts';
import { unsettledDays } from '../pay-settlements/pay-settlements.repository.ts';
import { countRequests, findListed } from './pay-lists.repository.ts';
import { findRequest, readState } from './pay-requests.repository.ts';
import { gatewayDown, noRequest, toRow, toState } from './pay-requests.view.ts';
import { requestFile, requestList } from './request-list.ts';

/** What families ask of the provider. There are no such calls while payments through one are off. */
export function payRequestsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  gateway: PaymentGateway,
): void {
  const db = context.database.knex;
  const ownerFor = ({ role, sub }: SessionIdentity) => (role === 'wali_murid' ? sub : null);
  const find = async (identity: SessionIdentity, id: string) => {
    const request = await findRequest(db, id, ownerFor(identity));
    if (!request) throw noRequest();
    return request;
  };

  mount(
    app,
    verifier,
    createCall,
    async ({ identity, request, reply, body }) => {
      const { answer, isNew } = await createPayRequest(context, gateway, callerOf(identity, request), body);
      reply.code(isNew ? 201 : 200);
      return answer;
    },
    WITH_PROVIDER_MS,
  );

  mount(app, verifier, getPayRequest, async ({ identity, request, reply, params }) => {
    const row = await readState(context.database, params.id, ownerFor(identity));
    if (!row) throw noRequest();
    const state = toState(row, context.now());
    const etag = `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return state;
  });

  mount(
    app,
    verifier,
    cancelCall,
    async ({ identity, request, params }) => {
      const by = identity.role === 'wali_murid' ? 'family' : 'staff';
      const caller = callerOf(identity, request);
      return cancelPayRequest(context, gateway, await find(identity, params.id), { by, caller });
    },
    WITH_PROVIDER_MS,
  );

  mountInternal(app, context.config.INTERNAL_KEY, endPayRequests, async ({ registration_ids, user_id }) => {
    for (const registration_id of registration_ids) {
      await endLive(context, { kind: 'registration_fee', registration_id, invoice_id: null }, user_id);
    }
    return {};
  });

  mount(app, verifier, listPayRequests, async ({ query, reply }) =>
    sendList(reply, listPayRequests.path, query, requestList(context, query)),
  );

  const files = { ...context, most: context.config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportPayRequests, files, ({ query }) => requestFile(context, query));

  mount(app, verifier, summarizePayRequests, async ({ query }) => {
    const today = jakartaDay(context.now());
    const { status, paid_today } = await countRequests(db, query, today);
    const all = PAY_REQUEST_STATUSES.map((one) => [one, status[one] ?? 0]);
    return {
      status: Object.fromEntries(all) as Record<PayRequestStatus, number>,
      paid_today,
      unsettled: await unsettledDays(db, today),
    };
  });

  mount(app, verifier, closeCall, withId(context, closePayRequest));

  mount(app, verifier, refreshPayRequest, async ({ identity, request, params }) => {
    const present = await find(identity, params.id);
    const state = await lookAtRequest(context, gateway, present);
    const caller = callerOf(identity, request);
    await noteLook(context, present, { actor: await actorOf(db, caller), origin: caller.origin }, state);
    if (state === 'unknown') throw gatewayDown(present.channel);
    const row = await findListed(db, params.id);
    if (!row) throw noRequest();
    return toRow(context, row);
  });
}
