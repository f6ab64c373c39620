import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import { fileIdOf } from '@gerbang/contracts/files';
import type { editInvoicePayment as call } from '@gerbang/contracts/invoice-payments';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { badRequest } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type ClaimedFile, claimFile, fileTaken } from './claim-file.client.ts';
import { presentPayment } from './check-payment.ts';
import { recordStep } from './change-payment.ts';
import { PAYMENT_ACTIONS, refuseAmount, refuseMove } from './payment-rules.ts';
import { noPayment, toPayment } from './invoice-payments.view.ts';
import {
  isProofOfAnother,
  lockPayment,
  type PayableInvoice,
  type PaymentRecord,
  paymentOf,
  readInvoice,
} from './invoice-payments.repository.ts';

type Body = z.output<(typeof call)['body']>;

function refuseNothing({
  amount_paid,
  payment_evidence_url: link,
  payment_evidence_filename: name,
}: Body): void {
  const message = 'Unggah bukti pembayaran yang baru';
  if (name !== undefined && link === undefined) {
    throw badRequest(undefined, [{ path: 'payment_evidence_url', message }]);
  }
  if (amount_paid === undefined && link === undefined) {
    throw badRequest('Tidak ada yang diubah. Isi jumlah atau unggah bukti yang baru.');
  }
}

/** What cannot be edited; asked before a file is claimed, and again with the invoice locked (row E11). */
function refuseEdit(payment: PaymentRecord, invoice: PayableInvoice, { amount_paid }: Body): void {
  refuseMove(payment.verification_status, 'pending');
  if (amount_paid !== undefined) refuseAmount(amount_paid, invoice.total_amount - invoice.paid_amount);
}

/** Claims the new proof, an image (admission workflow §5, "Staff edit-and-verify"); null where it stays as it is. */
async function claimNewProof(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<ClaimedFile | null> {
  const db = context.database.knex;
  const payment = await paymentOf(db, id);
  const invoice = payment && (await readInvoice(db, payment.enrollment_invoice_id, null));
  if (!payment || !invoice) throw noPayment();
  const { payment_evidence_url: link } = body;
  if (link === undefined || fileIdOf(link) === payment.payment_evidence_file_id) return null;
  refuseEdit(payment, invoice, body);
  const claim = {
    link,
    uploaderId: caller.id,
    invoiceId: invoice.id,
    familyUserId: invoice.user_id,
    imagesOnly: true,
  };
  return claimFile(context, claim, caller.origin.requestId);
}

/** The proof that was there when the call came has been replaced meanwhile: it belongs to the history now. */
function refuseFormerProof(
  payment: PaymentRecord,
  { payment_evidence_url: link }: Body,
  file: ClaimedFile | null,
): void {
  if (file === null && link !== undefined && fileIdOf(link) !== payment.payment_evidence_file_id)
    throw fileTaken();
}

async function write(
  trx: Db,
  caller: Caller,
  { payment, invoice }: { payment: PaymentRecord; invoice: PayableInvoice },
  change: { readonly amount: number | undefined; readonly file: ClaimedFile | null },
): Promise<void> {
  const { amount = payment.amount_paid, file } = change;
  if (amount === payment.amount_paid && file === null) return;
  if (file && (await isProofOfAnother(trx, invoice.id, file.id, payment.id))) throw fileTaken();
  const version = payment.version + 1;
  const columns = {
    amount_paid: amount,
    payment_evidence_file_id: file?.id ?? payment.payment_evidence_file_id,
    payment_evidence_filename: file?.name ?? payment.payment_evidence_filename,
  };
  await trx('enrollment_invoice_payments')
    .where({ id: payment.id, verification_status: 'pending' })
    .update({ ...columns, version, updated_at: trx.fn.now() });
  await recordStep(trx, caller, await actorOf(trx, caller), {
    kind: 'edited',
    invoice,
    payment: { ...columns, id: payment.id, version },
    from: 'pending',
    to: 'pending',
    before: payment,
  });
}

/**
 * The staff's edit of a payment that waits: amount and proof only; the proof before it stays in the history
 * (authorization row E11; decisions, Re-enrolment and money).
 */
export async function editPayment(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<InvoicePayment> {
  refuseNothing(body);
  const file = await claimNewProof(context, caller, id, body);
  return context.database.transaction(async (trx) => {
    const found = await lockPayment(trx, id);
    if (!found) throw noPayment();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: found.payment,
      actions: PAYMENT_ACTIONS,
      current: () => toPayment(context, found.payment, caller.role),
    });
    refuseEdit(found.payment, found.invoice, body);
    refuseFormerProof(found.payment, body, file);
    await write(trx, caller, found, { amount: body.amount_paid, file });
    return presentPayment(context, trx, caller, id);
  });
}
