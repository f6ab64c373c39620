import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nameInitials } from '@gerbang/domain/papers';
import { conflict, type Problem } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import {
  findPaper,
  insertPaper,
  lockReversed,
  newPaper,
  type PaperRecord,
  renewInitials,
} from './papers.repository.ts';
import { factsOf, type PaperChild } from './papers.view.ts';

/** 409 for the receipt of a payment that was reversed. */
export const receiptRevoked = (): Problem =>
  conflict('revoked', 'Kuitansi ini tidak berlaku lagi karena pembayarannya dibatalkan.');

/** A verified payment with the child that it is for. */
type ReceiptedPayment = Pick<
  Tables['enrollment_invoice_payments'],
  'id' | 'amount_paid' | 'payment_date' | 'verified_at'
> &
  PaperChild & { readonly registration_id: string; readonly receipt_number: string };

/**
 * The paper of a verified payment's receipt, made the first time that the receipt is opened. Two that open it at once get the same
 * one. The number is the payment's.
 */
export async function paperOfPayment(
  { database, school }: Pick<Context, 'database' | 'school'>,
  payment: ReceiptedPayment,
): Promise<PaperRecord> {
  const { id: payment_id, registration_id, receipt_number: number, verified_at } = payment;
  if (verified_at === null) throw new Error('a receipt is of a verified payment');
  const facts = factsOf(school.settings, payment, {
    amount: payment.amount_paid,
    on: payment.payment_date,
  });
  const issued_on = jakartaDay(verified_at);
  return database.transaction(async (trx) => {
    // Under the payment's lock, so that no receipt of a payment that is being reversed counts, and of two that open it at once
    // the later one finds the paper: an insert beside another one may be refused for its number.
    if (await lockReversed(trx, payment_id)) throw receiptRevoked();
    const paper =
      (await findPaper(trx, { payment_id })) ??
      (await insertPaper(
        trx,
        newPaper({ kind: 'invoice_receipt', registration_id, payment_id, number, facts, issued_on }),
      )) ??
      (await findPaper(trx, { payment_id }));
    if (!paper) throw new Error('a receipt that was just written is gone');
    return renewInitials(trx, paper, nameInitials(payment.child_name));
  });
}
