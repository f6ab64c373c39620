import * as calls from '@gerbang/contracts/continuations';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { answerQuestion, ownQuestions } from './answer-continuation.ts';
import { askFamilies, readAnswers } from './ask-continuations.ts';

/** The calls about children who go on to the next class or level. */
export function continuationsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.askContinuations, ({ identity, request, params, body }) =>
    askFamilies(context, callerOf(identity, request), params.label, body),
  );
  mount(app, verifier, calls.readContinuations, ({ params }) => readAnswers(context, params.label));
  mount(app, verifier, calls.listContinuations, ({ identity }) => ownQuestions(context, identity.sub));
  mount(app, verifier, calls.answerContinuation, withId(context, answerQuestion));
}
