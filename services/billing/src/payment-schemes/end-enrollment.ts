import type { withdrawAcceptance as call } from '@gerbang/contracts/internal-calls';
import type { Actor, Origin } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { declineWaiting } from '../enrollment-confirmations/decline-waiting.ts';
import { lockConfirmation } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import {
  closeLeft,
  lockAccepted,
  REASONS,
  standing,
  withdrawAcceptance,
} from '../enrollment-confirmations/withdraw-acceptance.ts';
import { refuseAsked } from '../money-requests/ask-second-person.ts';
import { toSide } from './payment-schemes.view.ts';
import {
  insertSchemeChange,
  type LockedScheme,
  lockSchemeOf,
  reviseInvoice,
  updateScheme,
  voidInvoices,
} from './scheme-changes.repository.ts';
import { refuseWaiting } from './void-scheme.ts';

const NO_DISCOUNTS = {
  loyalty_program_discount: 0,
  event_discount: 0,
  full_payment_discount: 0,
  group_discount: 0,
  total_discount: 0,
} as const;

/**
 * Takes back what nothing was paid for. What was paid stays, and asks for no more than was paid: late money for it stands
 * unapplied. Returns whether a scheme is left.
 */
async function endScheme(
  context: Context,
  trx: Knex.Transaction,
  { scheme, invoices }: LockedScheme,
  actor: Actor,
): Promise<boolean> {
  const reason = REASONS.withdrawn;
  const paid = invoices
    .filter(({ paid_amount }) => paid_amount > 0)
    .map((invoice) => ({ ...invoice, total_amount: invoice.paid_amount }));
  const left = paid.length > 0;
  const sum = paid.reduce((total, { paid_amount }) => total + paid_amount, 0);
  const columns = {
    ...NO_DISCOUNTS,
    base_education_fee: sum,
    cash_contribution: 0,
    final_education_fee: sum,
  };
  const change = {
    kind: left ? 'revised' : 'void',
    before: toSide(scheme, invoices),
    after: left ? toSide({ ...scheme, ...columns }, paid) : null,
    reason,
  } as const;
  const changeId = await insertSchemeChange(trx, scheme, change, actor);
  const unpaid = invoices.filter(({ paid_amount }) => paid_amount === 0);
  await voidInvoices(
    trx,
    unpaid.map(({ id }) => id),
    changeId,
  );
  for (const { installment_stage, installment_name, total_amount, due_date, ...invoice } of paid) {
    await reviseInvoice(
      trx,
      { ...invoice, due_date },
      { installment_stage, installment_name, total_amount, due_date },
    );
  }
  await updateScheme(trx, scheme, left ? columns : { voided_at: context.now() });
  return left;
}

/**
 * Ends an acceptance, as `withdrawAcceptance`; after the school has agreed to a family's request also one that was processed
 * or paid. 409 while a payment waits to be verified, or a change of the scheme waits for a second person.
 */
export async function endEnrollment(
  context: Context,
  acceptance: z.output<typeof call.body>,
  origin: Origin,
): Promise<z.output<typeof call.response>> {
  const { registration_id, approved_by: actor, decided, preview } = acceptance;
  if (!decided || preview) return withdrawAcceptance(context, acceptance, origin);
  return context.database.transaction(async (trx) => {
    await lockAccepted(trx, acceptance);
    const locked = await lockSchemeOf(trx, registration_id);
    const confirmation = locked?.confirmation ?? (await lockConfirmation(trx, { registration_id }));
    const stood = standing(confirmation);
    if (locked) {
      refuseWaiting(locked);
      await refuseAsked(trx, locked.scheme.id);
    }
    // Where the school repeats a decision that was cut off, this is done already.
    if (confirmation && confirmation.status !== 'declined') {
      const isBilled = locked ? await endScheme(context, trx, locked, actor) : false;
      await declineWaiting(context, trx, confirmation.id, {
        actor,
        reason: REASONS.withdrawn,
        requestId: origin.requestId,
        quiet: true,
        by: stood.waits ? 'staff' : 'withdrawal',
        columns: { completed_at: null, ...(!isBilled && { payment_status: 'pending' }) },
      });
    }
    await closeLeft(context, trx, registration_id, origin.requestId);
    return stood;
  });
}
