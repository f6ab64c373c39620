import { createScheme as call, type Scheme } from '@gerbang/contracts/payment-schemes';
import { planInvoices, type PlannedInvoice, type SchemeTotals } from '@gerbang/domain/payment-schemes';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy } from '@gerbang/service-kit/http/idempotency';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { changeConfirmation } from '../enrollment-confirmations/change-confirmation.ts';
import { completeConfirmation } from '../enrollment-confirmations/complete-confirmation.ts';
import { lockConfirmation } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { notifyInvoicesIssued } from '../family-messages.ts';
import { nextDocumentNumbers } from '../invoices/document-numbers.repository.ts';
import { insertInvoices } from '../invoices/invoices.repository.ts';
import { findScheme, insertScheme } from './payment-schemes.repository.ts';
import { toScheme } from './payment-schemes.view.ts';
import { firstDueOf, refuseForeign, refuseState, type SchemeBody, totalsOf } from './scheme-rules.ts';

/** The amounts of a scheme and the day on which its first invoice is due. */
interface Terms extends SchemeTotals {
  readonly firstDue: string;
}

/** Inserts invoices of a scheme, numbered in their order. */
export async function issueInvoices(
  { now }: Pick<Context, 'now'>,
  trx: Knex.Transaction,
  scheme: Pick<SchemeBody, 'enrollment_confirmation_id' | 'registration_id'> & { readonly id: string },
  plan: readonly PlannedInvoice[],
) {
  const today = now();
  const numbers = await nextDocumentNumbers(
    trx,
    'INV',
    plan.map(() => today),
  );
  const issued = plan.map((invoice, at) => ({
    ...invoice,
    id: uuidv7(),
    invoice_number: numbers[at] as string,
  }));
  await insertInvoices(
    trx,
    issued.map((invoice) => ({
      enrollment_payment_scheme_id: scheme.id,
      enrollment_confirmation_id: scheme.enrollment_confirmation_id,
      registration_id: scheme.registration_id,
      created_at: today,
      ...invoice,
    })),
  );
  return issued;
}

async function writeScheme(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  body: SchemeBody,
): Promise<Scheme> {
  const confirmationId = body.enrollment_confirmation_id;
  const schemeId = uuidv7();
  let terms: Terms;
  let issued: Awaited<ReturnType<typeof issueInvoices>> = [];
  return changeConfirmation(context, { transaction: (work) => work(trx) }, caller, {
    lock: async () => {
      const confirmation = await lockConfirmation(trx, { id: confirmationId });
      // Before the version is compared: a repeated call must read that its scheme exists, not that it is stale.
      if (confirmation) refuseState(confirmation);
      return confirmation;
    },
    decide: async ({ present, actor }) => {
      refuseForeign(body, present);
      terms = { ...totalsOf(context.school.settings, body), firstDue: firstDueOf(body, context.now()) };
      const { firstDue, ...totals } = terms;
      const by = await actor();
      await insertScheme(trx, {
        id: schemeId,
        ...body,
        ...totals,
        payment_deadline: firstDue,
        first_installment_date: body.payment_scheme === 'installment' ? firstDue : null,
        created_by_id: by.id,
        created_by_name: by.name,
        created_by_role: caller.role,
      });
      return {
        to: 'processed',
        cause: 'scheme_created',
        columns: { payment_status: 'invoice_generated' },
        details: { scheme_id: schemeId },
        write: async () => {
          const plan = planInvoices(body.payment_scheme, terms.final_education_fee, firstDue);
          issued = await issueInvoices(context, trx, { ...body, id: schemeId }, plan);
          return {
            action: 'scheme.created',
            subject: schemeId,
            details: {
              confirmation_id: present.id,
              payment_scheme: body.payment_scheme,
              total_discount: terms.total_discount,
              final_education_fee: terms.final_education_fee,
              invoices: issued.map(({ invoice_number, total_amount, due_date }) => ({
                invoice_number,
                total_amount,
                due_date,
              })),
            },
          };
        },
      };
    },
    notify: async (_step, changed) => {
      await notifyInvoicesIssued(context, trx, changed, issued);
      // An invoice of 0 is paid from the start: where the fee is 0, nothing more is to come.
      if (terms.final_education_fee === 0) await completeConfirmation(context, trx, caller, confirmationId);
    },
    view: async () => {
      const record = await findScheme(trx, confirmationId, null);
      if (!record) throw new Error('a scheme that was just made is gone');
      return toScheme(record);
    },
  });
}

/**
 * Makes the scheme of a processed confirmation with its one or four invoices and notifies the family, all in one
 * transaction. The confirmation is locked: a simultaneous second call gets 409.
 */
export async function createScheme(context: Context, caller: Caller, body: SchemeBody): Promise<Scheme> {
  return onceBy(context, caller, { route: call.id, body }, (trx) => writeScheme(context, trx, caller, body));
}
