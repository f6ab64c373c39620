import type { EventPayload } from '@gerbang/contracts/events';
import { holdsBankMoney } from '@gerbang/domain/proof-alerts';
import { mayMovePayment, type SettlementRefusal } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { keepProofs, statusOfProof } from '../proof-alerts/proof-alerts.repository.ts';
import {
  type LockedRegistration,
  lockOne,
  lockRegistrations,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { askedDifference, paidDifferences } from '../registration-record/fee-differences.repository.ts';
import { isYearOver } from '../registration-record/rules.ts';
import { movePayment, paymentNote } from './move-payment.ts';
import { publishDecision } from './publish-decision.ts';
import { settleDifference } from './settle-difference.ts';
import { sourceOf } from '../registration-record/registrations.view.ts';

type Settled = EventPayload<'fee.settled'>;

const proofsOf = (fees: readonly (LockedRegistration | undefined)[]): string[] =>
  fees.flatMap((fee) => fee?.payment_evidence_file_id ?? []);

/** Why this money does not pay the fee, whose proof is kept as it is; null = it does. */
async function refusalOf(
  trx: Db,
  present: LockedRegistration | undefined,
  { amount }: Settled,
): Promise<SettlementRefusal | null> {
  if (!present || (await isYearOver(trx, present))) return 'deleted';
  const asked = await askedDifference(trx, present);
  if (asked) return amount === asked.amount ? null : 'amount';
  if (!mayMovePayment(present.payment_status, 'verified', 'bank')) return 'already';
  if (amount !== present.payment_amount) return 'amount';
  const { payment_evidence_file_id: fileId } = present;
  // Billing knows of an alert by an event, which may come after its booking.
  return fileId !== null && holdsBankMoney(await statusOfProof(trx, fileId)) ? 'proof' : null;
}

/** Reports money that does not pay a fee back to billing. */
async function refuse(
  context: Context,
  trx: Knex.Transaction,
  { registration_id, amount, source }: Settled,
  reason: SettlementRefusal,
): Promise<void> {
  context.log.warn({ event: 'fee_settlement_refused', registration: registration_id, reason });
  await context.outbox.publish(trx, 'fee.settlement.refused', { registration_id, amount, source, reason });
}

/**
 * Whether this money was applied before: its event comes again. One line can pay a fee, and its rest the difference, which may
 * be as much.
 */
async function isApplied(
  trx: Db,
  present: LockedRegistration | undefined,
  { source, amount }: Pick<Settled, 'source' | 'amount'>,
): Promise<boolean> {
  if (!present || (await askedDifference(trx, present))?.amount === amount) return false;
  const paid = [{ ...present, amount: present.payment_amount }, ...(await paidDifferences(trx, present.id))];
  return paid.some((one) => sourceOf(one)?.id === source.id && one.amount === amount);
}

/** Verifies a locked fee that this money pays, or what is asked of it once more; a proof that is there stays with it. */
async function settle(
  context: Context,
  trx: Knex.Transaction,
  present: LockedRegistration,
  settled: Settled,
  requestId: string | undefined,
): Promise<void> {
  const asked = await askedDifference(trx, present);
  if (asked) return settleDifference(context, trx, { present, asked }, settled, requestId);
  const { source, settled_on, channel, actor } = settled;
  const moved = await movePayment(
    context,
    { trx, present, actor: async () => actor },
    {
      to: 'verified',
      cause: 'bank',
      fileId: present.payment_evidence_file_id,
      settlement: { source, settled_on, ...(channel && { channel }) },
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

/**
 * Verifies a registration fee with money from the bank, under the registration's lock. Money that does not pay the fee is
 * reported back to billing. The money that the fee rests on already changes nothing.
 */
export async function settlePayment(
  context: Context,
  trx: Knex.Transaction,
  settled: Settled,
  requestId: string | undefined,
): Promise<void> {
  const present = await lockOne(registrations(trx), settled.registration_id);
  if (await isApplied(trx, present, settled)) return;
  await keepProofs(trx, proofsOf([present]));
  const reason = await refusalOf(trx, present, settled);
  if (!present || reason !== null) return refuse(context, trx, settled, reason ?? 'deleted');
  await settle(context, trx, present, settled, requestId);
}

/** The same for several fees that one transfer pays: all of them are verified, or the money of each is reported back. */
export async function settleTogether(
  context: Context,
  trx: Knex.Transaction,
  { fees, ...money }: EventPayload<'fees.settled'>,
  requestId: string | undefined,
): Promise<void> {
  const locked = await lockRegistrations(
    trx,
    fees.map((fee) => fee.registration_id),
  );
  const parts = fees.map((fee) => ({
    settled: { ...fee, ...money },
    present: locked.find(({ id }) => id === fee.registration_id),
  }));
  for (const { present, settled } of parts) if (await isApplied(trx, present, settled)) return;
  await keepProofs(trx, proofsOf(locked));
  const reasons: (SettlementRefusal | null)[] = [];
  for (const { present, settled } of parts) reasons.push(await refusalOf(trx, present, settled));
  const isRefused = reasons.some((reason) => reason !== null);
  for (const [at, { present, settled }] of parts.entries()) {
    if (isRefused || !present) await refuse(context, trx, settled, reasons[at] ?? 'together');
    else await settle(context, trx, present, settled, requestId);
  }
}
