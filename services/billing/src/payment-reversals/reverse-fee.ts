import type { EventPayload } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import { actorOf } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { askSecondPerson } from '../money-requests/ask-second-person.ts';
import { isAsked } from '../money-requests/money-requests.repository.ts';
import { cashOfFee } from '../drawers/cash-fees.repository.ts';
import { holdCash } from '../drawers/hold-cash.ts';
import { refuseReturnedFees } from '../invoice-payments/refund-ledger.repository.ts';
import type { RequestKind } from '../money-requests/request-kinds.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';

/** Keeps admission's request to reverse a fee; while one about this fee waits, another says nothing new. */
export async function keepFeeReversal(
  trx: Knex.Transaction,
  asked: EventPayload<'fee.reversal.asked'>,
  requestId = '',
): Promise<void> {
  const { request_id: id, registration_id, amount, reason, cause, actor } = asked;
  const fee = await lockRegistration(trx, registration_id);
  if (!fee) throw new Error('a request waits for a registration that is not known yet');
  if (await isAsked(trx, registration_id)) return;
  const caller = {
    id: actor.id,
    role: actor.role,
    origin: { address: '', requestId },
    ifMatch: undefined,
    idempotencyKey: undefined,
  };
  await askSecondPerson(trx, caller, {
    id,
    kind: 'fee_reversal',
    subject_id: registration_id,
    registration_ids: [registration_id],
    amount,
    reason,
    figures: [{ figure: 'fee_paid', of: fee.registration_number, before: amount, after: 0 }],
    terms: { cause },
  });
}

/** The reversal of a fee that a second person has agreed to: admission, which owns the fee, carries it out. */
export const feeReversals: RequestKind = {
  kind: 'fee_reversal',
  apply: async (context, trx, caller, request) => {
    const { id: request_id, subject_id: registration_id, reason } = request;
    const fee = await lockRegistration(trx, registration_id);
    if (fee?.payment_status !== 'verified') {
      throw conflict('not_verified', 'Biaya pendaftaran ini tidak sedang terverifikasi.');
    }
    await refuseReturnedFees(trx, [registration_id]);
    const actor = await actorOf(trx, caller);
    const cash = await cashOfFee(trx, registration_id);
    if (cash > 0) {
      const asker = { id: request.asked_by_id, name: request.asked_by_name, role: request.asked_by_role };
      await holdCash(context, trx, { id: request_id, registration_id, amount: -cash, asked: true }, [
        actor,
        asker,
      ]);
    }
    const approved = { request_id, registration_id, reason, actor: { ...actor, role: actor.role as Role } };
    await context.outbox.publish(trx, 'fee.reversal.approved', approved, {
      requestId: caller.origin.requestId,
    });
  },
};
