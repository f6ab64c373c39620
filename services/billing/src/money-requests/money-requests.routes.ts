import {
  approveMoneyRequest,
  listMoneyRequests,
  withdrawMoneyRequest,
} from '@gerbang/contracts/money-requests';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { approveRequest, withdrawRequest } from './decide-money-request.ts';
import { countWithRefunds, listedWithRefunds, type MoneyRequestRecord } from './money-requests.repository.ts';
import { toMoneyRequest } from './money-requests.view.ts';
import type { RequestKind } from './request-kinds.ts';

/** Changes of money that wait for a second person, of these kinds. */
export function moneyRequestsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  kinds: readonly RequestKind[],
): void {
  mount(app, verifier, listMoneyRequests, ({ identity, query, reply }) =>
    sendList(reply, listMoneyRequests.path, query, {
      table: 'money_requests',
      keys: { asked_at: 'money_requests.asked_at', amount: 'money_requests.amount' },
      defaultSort: '-asked_at',
      rows: () => listedWithRefunds(context.database.knex, query.status),
      count: () => countWithRefunds(context.database.knex, query.status),
      toItems: (records: MoneyRequestRecord[]) =>
        records.map((record) => toMoneyRequest(context, record, identity.sub)),
    }),
  );

  mount(app, verifier, approveMoneyRequest, ({ identity, request, params }) => {
    assertFresh(identity);
    return approveRequest(context, kinds, callerOf(identity, request), params.id);
  });

  mount(app, verifier, withdrawMoneyRequest, async ({ identity, request, params }) => {
    await withdrawRequest(context, callerOf(identity, request), params.id);
  });
}
