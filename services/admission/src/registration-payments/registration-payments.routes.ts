import {
  getLastPayer,
  payRegistration as payCall,
  payRegistrations as payTogetherCall,
  proveOnBehalf as proveCall,
  verifyPayment as verifyCall,
} from '@gerbang/contracts/registration-payments';
import { checkFeeProof as checkCall } from '@gerbang/contracts/proof-checks';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { checkFeeProof } from './check-proof.ts';
import { payRegistration } from './pay-registration.ts';
import { payRegistrations } from './pay-registrations.ts';
import { readLastPayer } from './last-payer.ts';
import { proveOnBehalf } from './prove-on-behalf.ts';
import { verifyPayment } from './verify-payment.ts';

/** The calls of family and staff about the registration fee. */
export function registrationPaymentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, payCall, ({ identity, request, params, body }) =>
    payRegistration(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, payTogetherCall, ({ identity, request, body }) =>
    payRegistrations(context, callerOf(identity, request), body),
  );
  mount(app, verifier, getLastPayer, ({ identity }) => readLastPayer(context, identity.sub));
  mount(app, verifier, proveCall, ({ identity, request, params, body }) =>
    proveOnBehalf(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, verifyCall, ({ identity, request, params, body }) =>
    verifyPayment(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, checkCall, ({ params }) => checkFeeProof(context, params.id));
}
