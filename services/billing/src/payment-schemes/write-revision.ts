import type { SchemeSide } from '@gerbang/contracts/payment-schemes';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  completeConfirmation,
  uncompleteConfirmation,
} from '../enrollment-confirmations/complete-confirmation.ts';
import { notifyConfirmation } from '../family-messages.ts';
import { hasUnpaidInvoice } from '../invoices/invoices.repository.ts';
import { issueInvoices } from './create-scheme.ts';
import { freeExcess } from './free-excess.ts';
import { toSide } from './payment-schemes.view.ts';
import type { PlannedRevision } from './plan-revision.ts';
import {
  insertSchemeChange,
  type LockedScheme,
  reviseInvoice,
  updateScheme,
  voidInvoices,
} from './scheme-changes.repository.ts';

interface Revision {
  readonly locked: LockedScheme;
  readonly plan: PlannedRevision;
  readonly before: SchemeSide;
  readonly reason: string;
}

/** Writes a planned revision of a locked scheme, with history and trail, and notifies the family. */
export async function writeRevision(
  context: Context,
  trx: Knex.Transaction,
  calling: Caller,
  { locked, plan, before, reason }: Revision,
): Promise<void> {
  const caller = { ...calling, ifMatch: undefined };
  const { scheme, confirmation } = locked;
  const { revision, columns, invoices } = plan;
  const actor = await actorOf(trx, caller);
  const after = toSide(columns, invoices);
  const changeId = await insertSchemeChange(trx, scheme, { kind: 'revised', before, after, reason }, actor);
  for (const { invoice, excess } of revision.kept) {
    await freeExcess(context, trx, caller, invoice.id, { excess, reason });
  }
  await voidInvoices(
    trx,
    revision.voided.map(({ id }) => id),
    changeId,
  );
  const termsOf = ({
    installment_stage,
    installment_name,
    total_amount,
    due_date,
  }: (typeof invoices)[number]) => ({
    installment_stage,
    installment_name,
    total_amount,
    due_date,
  });
  for (const [at, { invoice }] of revision.kept.entries()) {
    const terms = invoices[at];
    if (terms) await reviseInvoice(trx, invoice, termsOf(terms));
  }
  await updateScheme(trx, scheme, columns);
  // Numbers come last: every other transaction that needs one waits for its counter.
  const rows = invoices.slice(revision.kept.length).map(termsOf);
  const issued = rows.length > 0 ? await issueInvoices(context, trx, scheme, rows) : [];
  await audit(trx, {
    action: 'scheme.revised',
    actor,
    subject: scheme.id,
    details: {
      confirmation_id: confirmation.id,
      final_education_fee: { from: scheme.final_education_fee, to: columns.final_education_fee },
      ...(revision.excess > 0 && { excess: revision.excess }),
      invoices: issued.map(({ invoice_number, total_amount, due_date }) => ({
        invoice_number,
        total_amount,
        due_date,
      })),
      reason,
    },
    origin: caller.origin,
  });
  if (await hasUnpaidInvoice(trx, confirmation.id)) {
    await uncompleteConfirmation(context, trx, caller, confirmation.id, 'scheme_revised');
  } else {
    await completeConfirmation(context, trx, caller, confirmation.id);
  }
  const { user_id: userId, child_name: child, registration_number: registrationNumber } = confirmation;
  await notifyConfirmation(context, trx, 'scheme_changed', {
    userId,
    child,
    registrationNumber,
    eventId: changeId,
    confirmationId: confirmation.id,
    requestId: caller.origin.requestId,
  });
}
