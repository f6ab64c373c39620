import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import { addInvoicePayment, payInvoice } from '@gerbang/contracts/invoice-payments';
import type { PaymentMethod } from '@gerbang/domain/invoice-payments';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type ClaimedFile, claimFile, fileTaken } from './claim-file.client.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { lockInvoice } from '../invoices/invoices.repository.ts';
import { presentPayment, verifyLocked } from './check-payment.ts';
import { recordStep } from './change-payment.ts';
import { refusePayment } from './payment-rules.ts';
import { isProofOfAnother, paymentOf, readInvoice } from './invoice-payments.repository.ts';

interface Sent {
  readonly enrollment_invoice_id: string;
  readonly amount_paid: number;
  readonly payment_date: string;
  readonly bank_info: string | null;
  readonly payment_evidence_url: string;
  readonly payment_method: PaymentMethod;
  readonly admin_notes: string | null;
  readonly auto_verify: boolean;
}

interface Sending {
  /** Only of this account's family; null = of any. */
  readonly ownerId: string | null;
  readonly route: string;
  /** What was sent, as the repeat of a call is compared with. */
  readonly body: unknown;
  readonly payment: Sent;
}

/** What could be done before the own transaction: its refusal is kept for the one place that knows repeats. */
type Claimed = { readonly file: ClaimedFile } | { readonly refusal: unknown };

/**
 * Looks whether the payment can be sent and claims its file (Precisions, Files). A call that is refused here claims
 * nothing; one that is refused later keeps the file for its invoice, and it can be sent again.
 */
async function claimBefore(
  context: Context,
  caller: Caller,
  { ownerId, payment }: Sending,
): Promise<Claimed> {
  try {
    const invoice = await readInvoice(context.database.knex, payment.enrollment_invoice_id, ownerId);
    if (!invoice) throw noInvoice();
    refusePayment(invoice, payment, context.now());
    const claim = {
      link: payment.payment_evidence_url,
      uploaderId: caller.id,
      invoiceId: invoice.id,
      familyUserId: invoice.user_id,
    };
    return { file: await claimFile(context, claim, caller.origin.requestId) };
  } catch (refusal) {
    return { refusal };
  }
}

async function write(
  context: Context,
  trx: Db,
  caller: Caller,
  { ownerId, payment }: Sending,
  file: ClaimedFile,
): Promise<InvoicePayment> {
  const invoice = await lockInvoice(trx, payment.enrollment_invoice_id, ownerId ?? undefined);
  if (!invoice) throw noInvoice();
  refusePayment(invoice, payment, context.now());
  if (await isProofOfAnother(trx, invoice.id, file.id, null)) throw fileTaken();
  const id = uuidv7();
  const actor = await actorOf(trx, caller);
  const { bank_info, payment_evidence_url: _link, ...columns } = payment;
  await trx('enrollment_invoice_payments').insert({
    ...columns,
    id,
    bank_info: bank_info && context.columns.seal('enrollment_invoice_payments', 'bank_info', id, bank_info),
    payment_evidence_file_id: file.id,
    payment_evidence_filename: file.name,
    created_by_id: actor.id,
    created_by_name: actor.name,
    created_by_role: actor.role,
    created_at: context.now(),
  });
  await recordStep(trx, caller, actor, {
    kind: 'created',
    invoice,
    payment: { id, version: 1, amount_paid: payment.amount_paid, payment_evidence_file_id: file.id },
    from: null,
    to: 'pending',
    details: { payment_method: payment.payment_method, payment_date: payment.payment_date },
  });
  if (payment.auto_verify) {
    const waiting = await paymentOf(trx, id);
    if (!waiting) throw new Error('a payment that was just written is gone');
    await verifyLocked(context, trx, caller, { payment: waiting, invoice });
  }
  return presentPayment(context, trx, caller, id);
}

async function send(context: Context, caller: Caller, sending: Sending): Promise<InvoicePayment> {
  const { database, sealer } = context;
  const { route, body } = sending;
  const claimed = await claimBefore(context, caller, sending);
  const once = { database, sealer, userId: caller.id, route, key: caller.idempotencyKey, body };
  const { answer } = await withIdempotency(once, (trx) => {
    if ('refusal' in claimed) throw claimed.refusal;
    return write(context, trx, caller, sending, claimed.file);
  });
  return answer;
}

/** The family's payment of an own invoice, which then waits to be verified (authorization row E09). */
export function sendPayment(
  context: Context,
  caller: Caller,
  body: z.output<(typeof payInvoice)['body']>,
): Promise<InvoicePayment> {
  const { payment_evidence_filename: _name, bank_info = null, ...rest } = body;
  return send(context, caller, {
    ownerId: caller.id,
    route: payInvoice.id,
    body,
    payment: { ...rest, bank_info, payment_method: 'transfer', admin_notes: null, auto_verify: false },
  });
}

/** A payment on the family's behalf; with `auto_verify` it is verified in the same transaction (row E10). */
export function addPayment(
  context: Context,
  caller: Caller,
  body: z.output<(typeof addInvoicePayment)['body']>,
): Promise<InvoicePayment> {
  const { payment_evidence_filename: _name, bank_info = null, admin_notes = null, ...rest } = body;
  return send(context, caller, {
    ownerId: null,
    route: addInvoicePayment.id,
    body,
    payment: { ...rest, bank_info, admin_notes },
  });
}
