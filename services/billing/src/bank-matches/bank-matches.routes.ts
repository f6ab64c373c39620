import { bookMatches as bookCall, matchLine as matchCall } from '@gerbang/contracts/bank-matches';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { bookMatches } from './book-matches.ts';
import { matchLine } from './match-line.ts';

/** The calls that book a line of the bank. */
export function bankMatchesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, bookCall, withBody(context, bookMatches));

  mount(app, verifier, matchCall, withId(context, matchLine));
}
