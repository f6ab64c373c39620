import { releaseBankLine, reverseInvoicePayment } from '@gerbang/contracts/payment-reversals';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { releaseLine } from './release-line.ts';
import type { Asked } from './reverse-or-ask.ts';
import { reversePayment } from './reverse-payment.ts';

/** 200 with what was done, or 202 with the request that waits. */
function sendAsked<Done>(reply: FastifyReply, asked: Asked<Done>): Done | { request_id: string } {
  if ('done' in asked) return asked.done;
  reply.code(202);
  return asked;
}

/** The ways to take booked money back. */
export function paymentReversalsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, reverseInvoicePayment, async ({ identity, request, reply, params, body }) => {
    assertFresh(identity);
    return sendAsked(reply, await reversePayment(context, callerOf(identity, request), params.id, body));
  });

  mount(app, verifier, releaseBankLine, async ({ identity, request, reply, params, body }) => {
    assertFresh(identity);
    return sendAsked(reply, await releaseLine(context, callerOf(identity, request), params.id, body));
  });
}
