import { payInvoice, type InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { answeredBefore, onceBy } from '@gerbang/service-kit/http/idempotency';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { findInvoice, type InvoiceRecord, lockInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { keepPayment, type SentPayment } from './change-payment.ts';
import { type ClaimedFile, claimFile } from './claim-file.client.ts';
import { viewPayment } from './invoice-payments.view.ts';
import { refusePayment } from './payment-rules.ts';

/** The context in which payments are sent. */
export interface SendingContext extends Context {
  /** Cancels the live request to the provider for an invoice; 409 where its money has come. */
  readonly endLive: (
    context: Context,
    target: { readonly kind: 'invoice'; readonly invoice_id: string; readonly registration_id: null },
  ) => Promise<void>;
}

/** A payment as it is sent, with what it is claimed and kept by. */
export interface Sending {
  /** Only invoices of this account's family; null = of any. */
  readonly ownerId: string | null;
  readonly route: string;
  /** The body as it was sent, to recognise the repeat of a call. */
  readonly body: unknown;
  readonly payment: SentPayment;
  /** The link of the proof, `/api/files/{uuid}`; null = cash without one. */
  readonly proof: string | null;
}

/** The claimed proof, or the refusal, which the transaction throws unless it finds the call to be a repeat. */
type Claimed = { readonly file: ClaimedFile | null } | { readonly refusal: unknown };

/** Locks the invoice of a payment, and refuses the payment again. */
export async function lockPayable(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { ownerId, payment, proof }: Sending,
): Promise<InvoiceRecord> {
  const invoice = await lockInvoice(trx, payment.enrollment_invoice_id, ownerId);
  if (!invoice) throw noInvoice();
  refusePayment(context, caller, invoice, payment, proof !== null);
  return invoice;
}

/**
 * Claims the proof and writes the payment, once for a key. It is checked and its proof claimed before the transaction, which
 * must not wait for admission. A call that is refused then claims nothing; one that is refused later leaves the file
 * claimed for its invoice, and it can be sent again.
 */
export async function sendOnce(
  context: SendingContext,
  caller: Caller,
  { ownerId, route, body, payment, proof: link }: Sending,
  write: (trx: Knex.Transaction, file: ClaimedFile | null) => Promise<InvoicePayment>,
): Promise<InvoicePayment> {
  const before = await answeredBefore(context, caller, { route, body });
  // Else a call that comes again would cancel what the family can pay by since then.
  if (before) return before.answer as InvoicePayment;
  let claimed: Claimed;
  try {
    const invoice = await findInvoice(context.database.knex, payment.enrollment_invoice_id, ownerId);
    if (!invoice) throw noInvoice();
    refusePayment(context, caller, invoice, payment, link !== null);
    await context.endLive(context, { kind: 'invoice', invoice_id: invoice.id, registration_id: null });
    const claim = link === null ? null : { link, uploaderId: caller.id, invoice };
    claimed = { file: claim && (await claimFile(context, claim, caller.origin.requestId)) };
  } catch (refusal) {
    claimed = { refusal };
  }
  return onceBy(context, caller, { route, body }, (trx) => {
    if ('refusal' in claimed) throw claimed.refusal;
    return write(trx, claimed.file);
  });
}

/** The family's payment of one of its invoices, which then waits to be verified. */
export function sendPayment(
  context: SendingContext,
  caller: Caller,
  body: z.output<(typeof payInvoice)['body']>,
): Promise<InvoicePayment> {
  const { payment_evidence_url: proof, payment_evidence_filename: _name, bank_info = null, ...rest } = body;
  const payment = {
    ...rest,
    bank_info,
    payment_method: 'transfer',
    admin_notes: null,
    auto_verify: false,
  } as const;
  const sending = { ownerId: caller.id, route: payInvoice.id, body, payment, proof };
  return sendOnce(context, caller, sending, async (trx, file) => {
    const invoice = await lockPayable(context, trx, caller, sending);
    const id = await keepPayment(context, trx, caller, { invoice, payment, file });
    return viewPayment(context, trx, caller, id);
  });
}
