import { expectPayment as call } from '@gerbang/contracts/payment-expectations';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { expectPayment } from './expect-payment.ts';

/** The amounts that families are asked to transfer. */
export function paymentExpectationsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, call, async ({ identity, request, reply, body }) => {
    const { answer, isNew } = await expectPayment(context, callerOf(identity, request), body);
    if (isNew) reply.code(201);
    return answer;
  });
}
