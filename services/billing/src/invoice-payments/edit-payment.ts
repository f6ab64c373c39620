import { fileIdOf } from '@gerbang/contracts/files';
import type { editInvoicePayment as call, InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { badRequest } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { findInvoice, type InvoiceRecord } from '../invoices/invoices.repository.ts';
import { changePayment, refuseChange } from './change-payment.ts';
import { type ClaimedFile, claimFile, fileTaken } from './claim-file.client.ts';
import { findPayment, isProofOfAnother } from './invoice-payments.repository.ts';
import { noPayment } from './invoice-payments.view.ts';
import { refuseAmount } from './payment-rules.ts';

type Body = z.output<(typeof call)['body']>;

/** 400 where the body names nothing to change, or a file name without its file. */
function refuseEmpty({
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

/** 422 for a new amount over what remains; checked before a file is claimed, and again under the invoice's lock. */
function refuseNewAmount({ amount_paid }: Body, invoice: InvoiceRecord): void {
  if (amount_paid !== undefined) refuseAmount(amount_paid, invoice.total_amount - invoice.paid_amount);
}

/** Claims the new proof, which must be an image; null where the proof stays as it is. */
async function claimNewProof(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<ClaimedFile | null> {
  const db = context.database.knex;
  const payment = await findPayment(db, id);
  const invoice = payment && (await findInvoice(db, payment.enrollment_invoice_id, null));
  if (!payment || !invoice) throw noPayment();
  const { payment_evidence_url: link } = body;
  if (link === undefined || fileIdOf(link) === payment.payment_evidence_file_id) return null;
  refuseChange(payment, 'edit');
  refuseNewAmount(body, invoice);
  const claim = { link, uploaderId: caller.id, invoice, imagesOnly: true };
  return claimFile(context, claim, caller.origin.requestId);
}

/** The staff's edit of a waiting payment: amount and proof only; the former proof stays in the history. */
export async function editPayment(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<InvoicePayment> {
  refuseEmpty(body);
  const file = await claimNewProof(context, caller, id, body);
  const { payment_evidence_url: link } = body;
  const change = { id, action: 'edit' } as const;
  return changePayment(context, context.database, caller, change, async ({ trx, present }) => {
    refuseNewAmount(body, present.invoice);
    // The proof that the call named was replaced meanwhile, and belongs to the history now.
    const replaced = link !== undefined && fileIdOf(link) !== present.payment_evidence_file_id;
    if (file === null && replaced) throw fileTaken();
    const { amount_paid = present.amount_paid } = body;
    if (amount_paid === present.amount_paid && file === null) return null;
    if (file && (await isProofOfAnother(trx, present.invoice.id, file.id, id))) throw fileTaken();
    return {
      columns: {
        amount_paid,
        payment_evidence_file_id: file?.id ?? present.payment_evidence_file_id,
        payment_evidence_filename: file?.name ?? present.payment_evidence_filename,
      },
    };
  });
}
