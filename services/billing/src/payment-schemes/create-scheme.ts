import type { Scheme } from '@gerbang/contracts/billing.types';
import { createScheme as call } from '@gerbang/contracts/payment-schemes';
import { planInvoices, type SchemeTotals } from '@gerbang/domain/payment-schemes';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { uuidv7 } from 'uuidv7';
import { completeWhenPaid } from '../enrollment-confirmations/complete-confirmation.ts';
import { CONFIRMATION_ACTIONS, moveConfirmation } from '../enrollment-confirmations/change-confirmation.ts';
import { noConfirmation, toConfirmation } from '../enrollment-confirmations/enrollment-confirmations.view.ts';
import {
  type ConfirmationRecord,
  lockConfirmation,
} from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import type { Context } from '../context.ts';
import { nextDocumentNumber } from '../invoices/document-numbers.ts';
import { notifyIssued } from './scheme-messages.ts';
import { firstDueOf, refuseForeign, refuseState, type SchemeBody, totalsOf } from './scheme-rules.ts';
import { schemeOf } from './payment-schemes.view.ts';

interface Agreed extends SchemeTotals {
  readonly firstDue: string;
}

async function insertScheme(
  trx: Db,
  caller: Caller,
  body: SchemeBody,
  { firstDue, ...totals }: Agreed,
): Promise<string> {
  const actor = await actorOf(trx, caller);
  const id = uuidv7();
  await trx('enrollment_payment_schemes').insert({
    id,
    ...body,
    ...totals,
    payment_deadline: firstDue,
    first_installment_date: body.payment_scheme === 'installment' ? firstDue : null,
    created_by_id: actor.id,
    created_by_name: actor.name,
    created_by_role: actor.role,
  });
  return id;
}

/** Makes the invoices of a scheme, numbered in their order. */
async function issueInvoices(context: Context, trx: Db, schemeId: string, body: SchemeBody, agreed: Agreed) {
  const plan = planInvoices(body.payment_scheme, agreed.final_education_fee, agreed.firstDue);
  const issued: ((typeof plan)[number] & { invoice_number: string })[] = [];
  for (const invoice of plan) {
    const invoice_number = await nextDocumentNumber(context, trx, 'INV');
    issued.push({ ...invoice, invoice_number });
  }
  await trx('enrollment_invoices').insert(
    issued.map((invoice) => ({
      id: uuidv7(),
      enrollment_payment_scheme_id: schemeId,
      enrollment_confirmation_id: body.enrollment_confirmation_id,
      registration_id: body.registration_id,
      ...invoice,
    })),
  );
  return issued;
}

async function write(
  context: Context,
  trx: Db,
  caller: Caller,
  present: ConfirmationRecord,
  body: SchemeBody,
  agreed: Agreed,
): Promise<void> {
  const { total_discount, final_education_fee } = agreed;
  const schemeId = await insertScheme(trx, caller, body, agreed);
  const eventId = await moveConfirmation(context, trx, caller, present, {
    to: 'processed',
    cause: 'scheme_created',
    payment_status: 'invoice_generated',
    details: { scheme_id: schemeId },
  });
  const issued = await issueInvoices(context, trx, schemeId, body, agreed);
  await audit(trx, {
    action: 'scheme.created',
    actor: await actorOf(trx, caller),
    subject: schemeId,
    details: {
      confirmation_id: present.id,
      payment_scheme: body.payment_scheme,
      total_discount,
      final_education_fee,
      invoices: issued.map(({ invoice_number, total_amount, due_date }) => ({
        invoice_number,
        total_amount,
        due_date,
      })),
    },
    origin: caller.origin,
  });
  const told = {
    userId: present.user_id,
    child: present.child_name,
    registrationNumber: present.registration_number,
    eventId,
    requestId: caller.origin.requestId,
  };
  await notifyIssued(context, trx, told, issued);
  // An invoice of 0 is paid as it is: where all are, nothing more is to come (Precisions).
  if (final_education_fee === 0) await completeWhenPaid(context, trx, caller, present.id);
}

/**
 * Makes the scheme of a processed confirmation with its one or four invoices, and tells the family, all in one
 * transaction (authorization row E06; decisions, Re-enrolment). The confirmation is locked: twins get 409.
 */
export async function createScheme(context: Context, caller: Caller, body: SchemeBody): Promise<Scheme> {
  const { database, sealer, school } = context;
  const once = { database, sealer, userId: caller.id, route: call.id, key: caller.idempotencyKey, body };
  const { answer } = await withIdempotency(once, async (trx) => {
    const present = await lockConfirmation(trx, body.enrollment_confirmation_id);
    if (!present) throw noConfirmation();
    refuseState(present);
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: CONFIRMATION_ACTIONS,
      current: () => toConfirmation(present),
    });
    refuseForeign(body, present);
    const agreed = { ...totalsOf(school, body), firstDue: firstDueOf(body, context.now()) };
    await write(context, trx, caller, present, body, agreed);
    const made = await schemeOf(trx, present.id);
    if (!made) throw new Error('a scheme that was just made is gone');
    return made;
  });
  return answer;
}
