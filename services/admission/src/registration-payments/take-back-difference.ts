import type { EventPayload } from '@gerbang/contracts/events';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import {
  endDifference,
  type FeeDifference,
  noteDifference,
  paidDifferences,
  raiseVersion,
  settledSum,
  standingDifferences,
  sumOf,
  writeFee,
} from '../registration-record/fee-differences.repository.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import type { PaymentMove } from '../registration-record/payments.repository.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import {
  type LockedRegistration,
  type RegistrationRecord,
} from '../registration-record/registrations.repository.ts';
import { sourceOf } from '../registration-record/registrations.view.ts';
import { publishBookedFee } from './booked-fees.ts';

type Fee = Pick<RegistrationRecord, 'id' | 'payment_amount'>;

/**
 * Gives the money of these paid differences back to billing and books it out, cash from a drawer; what is missing now waits for
 * finance.
 */
async function undoPaid(
  context: Context,
  trx: Knex.Transaction,
  { id, payment_amount }: Fee,
  undone: readonly FeeDifference[],
  { actor, cashId }: { readonly actor: Actor; readonly cashId?: string | undefined },
): Promise<void> {
  if (undone.length === 0) return;
  const fee = payment_amount + sumOf(await standingDifferences(trx, id));
  for (const paid of undone) {
    const entryId = uuidv7();
    const cash = paid.settled_by_cash_id === null ? null : (cashId ?? uuidv7());
    await endDifference(trx, paid.id, { id: entryId, at: context.now(), cashId: cash });
    await publishBookedFee(context, trx, entryId, undefined, { registration_id: id, actor });
    if (cash !== null) continue;
    const source = sourceOf(paid);
    const refused = { registration_id: id, amount: paid.amount, reason: 'undone' } as const;
    if (source) await context.outbox.publish(trx, 'fee.settlement.refused', { ...refused, source });
  }
  await noteDifference(trx, id, { fee, amount: fee - payment_amount - (await settledSum(trx, id)) });
}

/**
 * Follows a move of the fee: one that is no longer verified gives back what was paid of its difference, and one that the family
 * has to pay again is that of the corrected place, unless finance left the difference.
 */
export async function foldDifference(
  context: Context,
  trx: Knex.Transaction,
  present: Fee & Pick<RegistrationRecord, 'payment_status'>,
  { to, eventId, cashId }: Pick<PaymentMove, 'to' | 'cashId'> & { readonly eventId: string },
  actor: Actor,
): Promise<void> {
  if (to === 'verified') return;
  const { id } = present;
  if (present.payment_status === 'verified') {
    await undoPaid(context, trx, present, await paidDifferences(trx, id), { actor, cashId });
  }
  if (to === 'paid') return;
  const owed = (await standingDifferences(trx, id)).filter(({ way }) => way !== 'leave');
  if (owed.length === 0) return;
  for (const one of owed) await endDifference(trx, one.id, { id: eventId, at: context.now() });
  await writeFee(trx, id, present.payment_amount + sumOf(owed));
}

/** Takes back one paid difference, because the line that paid it is released; the fee itself stays verified. */
export async function takeBackDifference(
  context: Context,
  trx: Knex.Transaction,
  { present, paid }: { readonly present: LockedRegistration; readonly paid: FeeDifference },
  { reason, actor }: Pick<EventPayload<'fee.reversal.approved'>, 'reason' | 'actor'>,
  requestId: string | undefined,
): Promise<void> {
  await undoPaid(context, trx, present, [paid], { actor });
  await raiseVersion(trx, present);
  await audit(trx, {
    action: 'registration.fee_difference_reversed',
    subject: present.id,
    actor,
    details: {
      child_id: present.child_id,
      amount: paid.amount,
      reason,
      ...(requestId && { request_id: requestId }),
    },
  });
  await publishRegistrations(context, trx, [present.id]);
  await notifyFamily(context, trx, { origin: { requestId } }, present, {
    kind: 'data_corrected',
    entryId: `${paid.id}:ended`,
  });
}
