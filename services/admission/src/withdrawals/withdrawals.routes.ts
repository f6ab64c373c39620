import {
  leave as leaveCall,
  leaveForFamily as staffCall,
  objectWithdrawal as objectCall,
  readWithdrawal as readCall,
} from '@gerbang/contracts/withdrawals';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '../use-cases.ts';
import { leave, leaveForFamily } from './leave.ts';
import { objectWithdrawal } from './object-withdrawal.ts';
import { readWithdrawal } from './read-withdrawal.ts';

/** The calls by which a family leaves, by itself or by the staff that it asked. */
export function withdrawalsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, readCall, ({ identity, request, params }) =>
    readWithdrawal(context, callerOf(identity, request), params.id),
  );
  mount(app, verifier, leaveCall, withId(context, leave));
  mount(app, verifier, staffCall, withId(context, leaveForFamily));
  mount(app, verifier, objectCall, withId(context, objectWithdrawal));
}
