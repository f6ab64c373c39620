import {
  decideFeeDifference,
  getLastPayer,
  payRegistration as payCall,
  payRegistrations as payTogetherCall,
  proveOnBehalf as proveCall,
  reverseFee as reverseCall,
  takeFeeInCash,
  verifyPayment as verifyCall,
} from '@gerbang/contracts/registration-payments';
import { findCashFee, readRegistrationCopy } from '@gerbang/contracts/internal-calls';
import { checkFeeProof as checkCall } from '@gerbang/contracts/proof-checks';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { copyOf } from '../registration-record/publish.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import { bookedFee, entryOfCash } from './booked-fees.repository.ts';
import { checkFeeProof } from './check-proof.ts';
import { decideDifference } from './decide-difference.ts';
import { payRegistration } from './pay-registration.ts';
import { payRegistrations } from './pay-registrations.ts';
import { readLastPayer } from './last-payer.ts';
import { proveOnBehalf } from './prove-on-behalf.ts';
import { reverseFee } from './reverse-fee.ts';
import { takeCash } from './take-cash.ts';
import { verifyPayment } from './verify-payment.ts';

/** The calls of family and staff about the registration fee. */
export function registrationPaymentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, payCall, withId(context, payRegistration));
  mount(app, verifier, payTogetherCall, withBody(context, payRegistrations));
  mount(app, verifier, getLastPayer, ({ identity }) => readLastPayer(context, identity.sub));
  mount(app, verifier, proveCall, withId(context, proveOnBehalf));
  mount(app, verifier, verifyCall, withId(context, verifyPayment));
  mount(app, verifier, decideFeeDifference, withId(context, decideDifference));
  mount(app, verifier, reverseCall, async ({ identity, request, reply, params, body }) => {
    assertFresh(identity);
    const asked = await reverseFee(context, callerOf(identity, request), params.id, body);
    if ('done' in asked) return asked.done;
    reply.code(202);
    return asked;
  });
  mount(app, verifier, takeFeeInCash, withId(context, takeCash));
  mountInternal(app, context.config.INTERNAL_KEY, findCashFee, ({ id, registration_id }) =>
    context.database.transaction(async (trx) => {
      const entry = await entryOfCash(trx, registration_id, id);
      return { fee: entry === undefined ? null : ((await bookedFee(trx, entry)) ?? null) };
    }),
  );
  mountInternal(app, context.config.INTERNAL_KEY, readRegistrationCopy, async ({ id }) => ({
    registration: (await copyOf(context.database.knex, id)) ?? null,
  }));
  mount(app, verifier, checkCall, ({ params }) => checkFeeProof(context, params.id));
}
