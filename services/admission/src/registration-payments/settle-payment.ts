import type { EventPayload } from '@gerbang/contracts/events';
import { holdsBankMoney } from '@gerbang/domain/proof-alerts';
import { mayMovePayment, type SettlementRefusal } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { statusOfProof } from '../proof-alerts/proof-alerts.repository.ts';
import {
  type LockedRegistration,
  lockOne,
  registrations,
} from '../registrations/registrations.repository.ts';
import { movePayment, paymentNote } from './move-payment.ts';
import { publishDecision } from './publish-decision.ts';
import { sourceOf } from './settlement-source.ts';

type Settled = EventPayload<'fee.settled'>;

/** Why this money does not pay the fee; null = it does. */
async function refusalOf(
  trx: Db,
  present: LockedRegistration | undefined,
  { amount }: Settled,
): Promise<SettlementRefusal | null> {
  if (!present) return 'deleted';
  if (!mayMovePayment(present.payment_status, 'verified', 'bank')) return 'already';
  if (amount !== present.payment_amount) return 'amount';
  const { payment_evidence_file_id: fileId } = present;
  // Billing knows of an alert by an event, which may come after its booking.
  return fileId !== null && holdsBankMoney(await statusOfProof(trx, fileId)) ? 'proof' : null;
}

/**
 * Verifies a registration fee with money from the bank, under the registration's lock; a proof that is there stays with it.
 * Money that does not pay the fee is reported back to billing. The money that the fee rests on already changes nothing.
 */
export async function settlePayment(
  context: Context,
  trx: Knex.Transaction,
  settled: Settled,
  requestId: string | undefined,
): Promise<void> {
  const { registration_id: id, amount, source, settled_on, actor } = settled;
  const present = await lockOne(registrations(trx), id);
  if (present && sourceOf(present)?.id === source.id) return;
  const reason = await refusalOf(trx, present, settled);
  if (!present || reason !== null) {
    context.log.warn({ event: 'fee_settlement_refused', registration: id, reason });
    await context.outbox.publish(trx, 'fee.settlement.refused', {
      registration_id: id,
      amount,
      source,
      reason: reason ?? 'deleted',
    });
    return;
  }
  const moved = await movePayment(
    context,
    { trx, present, actor: async () => actor },
    {
      to: 'verified',
      cause: 'bank',
      fileId: present.payment_evidence_file_id,
      settlement: { source, settled_on },
    },
  );
  const { action, subject, details } = paymentNote(present, moved, 'registration.payment_settled');
  await audit(trx, {
    action,
    subject,
    actor,
    // The booking's address is in billing's own trail, under the same request.
    details: {
      ...details,
      settled_by: source.kind,
      source_id: source.id,
      settled_on,
      ...(requestId && { request_id: requestId }),
    },
  });
  await publishDecision(context, trx, { origin: { requestId } }, present, moved);
}
