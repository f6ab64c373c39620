import {
  cancelWithdrawal as cancelCall,
  decideWithdrawal as decideCall,
  exportWithdrawals,
  leave as leaveCall,
  leaveForFamily as staffCall,
  listWithdrawals,
  objectWithdrawal as objectCall,
  readWithdrawal as readCall,
} from '@gerbang/contracts/withdrawals';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { cancelWithdrawal, decideWithdrawal } from './decide-withdrawal.ts';
import { leave, leaveForFamily } from './leave.ts';
import { objectWithdrawal } from './object-withdrawal.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { withdrawalFile, withdrawalList } from './withdrawal-list.ts';

/** The calls by which a family leaves, by itself or by the staff that it asked, and by which the school decides. */
export function withdrawalsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, readCall, withId(context, readWithdrawal));
  mount(app, verifier, leaveCall, withId(context, leave));
  mount(app, verifier, staffCall, withId(context, leaveForFamily));
  mount(app, verifier, cancelCall, async ({ identity, request, params }) => {
    await cancelWithdrawal(context, callerOf(identity, request), params.id);
  });
  mount(app, verifier, decideCall, withId(context, decideWithdrawal));
  mount(app, verifier, listWithdrawals, ({ query, reply }) =>
    sendList(reply, listWithdrawals.path, query, withdrawalList(context.database.knex, query)),
  );
  mountListFile(app, verifier, exportWithdrawals, context, ({ query }) => withdrawalFile(context, query));
  mount(app, verifier, objectCall, withId(context, objectWithdrawal));
}
