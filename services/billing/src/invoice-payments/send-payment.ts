import { addInvoicePayment, payInvoice, type InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy } from '@gerbang/service-kit/http/idempotency';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { assertBooking, beginBooking } from '../hand-bookings/assert-proved.ts';
import { findInvoice, type InvoiceRecord, lockInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { insertWaitingPayment, viewPayment } from './change-payment.ts';
import { refuseHeld } from './alerted-proofs.repository.ts';
import { endLive } from '../pay-requests/cancel-pay-request.ts';
import { type ClaimedFile, claimFile, fileTaken } from './claim-file.client.ts';
import { isProofOfAnother, type NewPayment } from './invoice-payments.repository.ts';
import { refuseCash, refusePayment } from './payment-rules.ts';
import { verifyPayment } from './verify-payment.ts';

interface Sending {
  /** Only invoices of this account's family; null = of any. */
  readonly ownerId: string | null;
  readonly route: string;
  /** The body as it was sent, to recognise the repeat of a call. */
  readonly body: unknown;
  readonly payment: Pick<
    NewPayment,
    | 'enrollment_invoice_id'
    | 'amount_paid'
    | 'payment_date'
    | 'payment_method'
    | 'bank_info'
    | 'admin_notes'
    | 'auto_verify'
  >;
  /** The link of the proof, `/api/files/{uuid}`; null = cash without one. */
  readonly proof: string | null;
}

/** The claimed proof, or the refusal, which the transaction throws unless it finds the call to be a repeat. */
type Claimed = { readonly file: ClaimedFile | null } | { readonly refusal: unknown };

/** The rules of a new payment; they hold before its proof is claimed, and under the invoice's lock, as settings may change. */
function refuseNew(
  { now, school }: Context,
  caller: Caller,
  invoice: InvoiceRecord,
  { payment, proof }: Sending,
): void {
  refuseCash(caller, school.settings, payment, proof !== null);
  refusePayment(invoice, payment, now());
}

/**
 * Checks the payment and claims its proof before the transaction, which must not wait for admission. A call that is
 * refused here claims nothing; one that is refused later leaves the file claimed for its invoice, and it can be sent
 * again.
 */
async function claimBefore(context: Context, caller: Caller, sending: Sending): Promise<Claimed> {
  const { ownerId, payment, proof: link } = sending;
  try {
    const invoice = await findInvoice(context.database.knex, payment.enrollment_invoice_id, ownerId);
    if (!invoice) throw noInvoice();
    refuseNew(context, caller, invoice, sending);
    await endLive(context, { kind: 'invoice', invoice_id: invoice.id, registration_id: null });
    if (link === null) return { file: null };
    const claim = { link, uploaderId: caller.id, invoice };
    return { file: await claimFile(context, claim, caller.origin.requestId) };
  } catch (refusal) {
    return { refusal };
  }
}

async function write(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  sending: Sending,
  file: ClaimedFile | null,
): Promise<InvoicePayment> {
  const { ownerId, payment } = sending;
  if (payment.auto_verify) await beginBooking(trx, caller);
  const invoice = await lockInvoice(trx, payment.enrollment_invoice_id, ownerId);
  if (!invoice) throw noInvoice();
  refuseNew(context, caller, invoice, sending);
  if (payment.auto_verify) await assertBooking(context, trx, caller, payment.amount_paid);
  if (file && (await isProofOfAnother(trx, invoice.id, file.id, null))) throw fileTaken();
  if (payment.auto_verify) refuseHeld(file?.alert ?? null);
  const id = uuidv7();
  const { bank_info } = payment;
  await insertWaitingPayment(trx, caller, invoice, {
    ...payment,
    id,
    bank_info: bank_info && context.columns.seal('enrollment_invoice_payments', 'bank_info', id, bank_info),
    payment_evidence_file_id: file?.id ?? null,
    payment_evidence_filename: file?.name ?? null,
    created_at: context.now(),
  });
  if (!payment.auto_verify) return viewPayment(context, trx, caller, id);
  // An If-Match of this call does not concern the payment, which is new.
  const sender = { ...caller, ifMatch: undefined };
  return verifyPayment(context, { transaction: (work) => work(trx) }, sender, id);
}

async function send(context: Context, caller: Caller, sending: Sending): Promise<InvoicePayment> {
  const { route, body } = sending;
  const claimed = await claimBefore(context, caller, sending);
  return onceBy(context, caller, { route, body }, (trx) => {
    if ('refusal' in claimed) throw claimed.refusal;
    return write(context, trx, caller, sending, claimed.file);
  });
}

/** The family's payment of one of its invoices, which then waits to be verified. */
export function sendPayment(
  context: Context,
  caller: Caller,
  body: z.output<(typeof payInvoice)['body']>,
): Promise<InvoicePayment> {
  const { payment_evidence_url: proof, payment_evidence_filename: _name, bank_info = null, ...rest } = body;
  return send(context, caller, {
    ownerId: caller.id,
    route: payInvoice.id,
    body,
    payment: { ...rest, bank_info, payment_method: 'transfer', admin_notes: null, auto_verify: false },
    proof,
  });
}

/** A payment that staff add for a family; with `auto_verify` it is verified in the same transaction. */
export function addPayment(
  context: Context,
  caller: Caller,
  body: z.output<(typeof addInvoicePayment)['body']>,
): Promise<InvoicePayment> {
  const {
    payment_evidence_url: proof = null,
    payment_evidence_filename: _name,
    bank_info = null,
    admin_notes = null,
    ...rest
  } = body;
  return send(context, caller, {
    ownerId: null,
    route: addInvoicePayment.id,
    body,
    payment: { ...rest, bank_info, admin_notes },
    proof,
  });
}
