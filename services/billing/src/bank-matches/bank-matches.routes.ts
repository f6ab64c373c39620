import { bookMatches as bookCall, matchLine as matchCall } from '@gerbang/contracts/bank-matches';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { bookMatches } from './book-matches.ts';
import { matchLine } from './match-line.ts';

/** The calls that book a line of the bank. */
export function bankMatchesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, bookCall, ({ identity, request, body }) =>
    bookMatches(context, callerOf(identity, request), body),
  );

  mount(app, verifier, matchCall, ({ identity, request, params, body }) =>
    matchLine(context, callerOf(identity, request), params.id, body),
  );
}
