import {
  approveMoneyRequest,
  exportMoneyRequests,
  listMoneyRequests,
  withdrawMoneyRequest,
} from '@gerbang/contracts/money-requests';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { approveRequest, withdrawRequest } from './decide-money-request.ts';
import type { RequestKind } from './request-kinds.ts';
import { createRequestPages, requestFile } from './request-list.ts';

/** Changes of money that wait for a second person, of these kinds. */
export function moneyRequestsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  kinds: readonly RequestKind[],
): void {
  const pages = createRequestPages(context);
  mount(app, verifier, listMoneyRequests, ({ identity, query, reply }) =>
    sendList(reply, listMoneyRequests.path, query, pages(identity.sub, query)),
  );
  const files = { ...context, most: context.config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportMoneyRequests, files, ({ identity, query }) =>
    requestFile(context, identity.sub, query),
  );

  mount(app, verifier, approveMoneyRequest, ({ identity, request, params }) => {
    assertFresh(identity);
    return approveRequest(context, kinds, callerOf(identity, request), params.id);
  });

  mount(app, verifier, withdrawMoneyRequest, async ({ identity, request, params }) => {
    await withdrawRequest(context, callerOf(identity, request), params.id);
  });
}
