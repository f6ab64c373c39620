import {
  getLastPayer,
  payRegistration as payCall,
  payRegistrations as payTogetherCall,
  proveOnBehalf as proveCall,
  verifyPayment as verifyCall,
} from '@gerbang/contracts/registration-payments';
import { checkFeeProof as checkCall } from '@gerbang/contracts/proof-checks';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody, withId } from '../use-cases.ts';
import { checkFeeProof } from './check-proof.ts';
import { payRegistration } from './pay-registration.ts';
import { payRegistrations } from './pay-registrations.ts';
import { readLastPayer } from './last-payer.ts';
import { proveOnBehalf } from './prove-on-behalf.ts';
import { verifyPayment } from './verify-payment.ts';

/** The calls of family and staff about the registration fee. */
export function registrationPaymentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, payCall, withId(context, payRegistration));
  mount(app, verifier, payTogetherCall, withBody(context, payRegistrations));
  mount(app, verifier, getLastPayer, ({ identity }) => readLastPayer(context, identity.sub));
  mount(app, verifier, proveCall, withId(context, proveOnBehalf));
  mount(app, verifier, verifyCall, withId(context, verifyPayment));
  mount(app, verifier, checkCall, ({ params }) => checkFeeProof(context, params.id));
}
