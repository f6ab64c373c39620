import type { Caller } from '@gerbang/service-kit/http/caller';
import { actorOf } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import { lineMoney, type Money, payInvoice } from '../bank-matches/pay-invoice.ts';
import type { Context } from '../context.ts';
import { lockInvoice } from '../invoices/invoices.repository.ts';
import { reopenDay } from '../payment-reversals/free-money.ts';
import {
  type LockedMoney,
  lockMoney,
  rejectBooked,
  reopenAssigned,
} from '../payment-reversals/payment-reversals.repository.ts';
import { reverseBooked } from '../payment-reversals/reverse-booked.ts';
import { decideReceipt } from '../unapplied-receipts/unapplied-receipts.repository.ts';
import { insertFreed, verifiedPayments } from './scheme-changes.repository.ts';

/** Where the money of a payment comes from, as it pays again. */
function sourceOf({ payment, line }: LockedMoney): Money {
  if (line) return lineMoney(line);
  const { id, moved_from_id, payment_date: day, payment_method: method } = payment;
  return { lineId: null, movedFromId: moved_from_id ?? id, day, method };
}

/** Takes a payment out of its invoice but for what stays of it, which pays again; the rest stands unapplied. */
async function freePart(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  money: LockedMoney,
  { stays, reason }: { readonly stays: number; readonly reason: string },
): Promise<void> {
  const { payment, line, receipt } = money;
  await reverseBooked(context, trx, caller, payment.id, { cause: 'wrong_amount', reason });
  if (line) await rejectBooked(trx, line.id, payment.id);
  const { line_id, pay_request_id, reversed_payment_id } = receipt ?? {
    line_id: line?.id ?? null,
    pay_request_id: null,
    reversed_payment_id: line ? null : payment.id,
  };
  const source = { line_id, pay_request_id, reversed_payment_id };
  if (receipt) await reopenAssigned(trx, receipt, reason);
  const all = receipt
    ? { id: receipt.id, version: receipt.version + 1 }
    : await insertFreed(trx, source, payment.amount_paid);
  if (stays > 0) {
    const invoice = await lockInvoice(trx, payment.enrollment_invoice_id, null);
    if (!invoice) throw new Error('a locked invoice is gone');
    const paid = await payInvoice(
      context,
      trx,
      caller,
      { invoice, waiting: undefined },
      { money: sourceOf(money), amount: stays, mayCorrect: false },
    );
    const by = { actor: await actorOf(trx, caller), at: context.now() };
    await decideReceipt(trx, all, { status: 'assigned', amount: stays, assigned_payment_id: paid.id }, by);
    await insertFreed(trx, source, payment.amount_paid - stays);
  }
  if (line) await reopenDay(trx, caller, line);
}

/**
 * Takes an excess out of what an invoice was paid: the newest payments leave by contra entries, and what stays of the last
 * one pays again. The excess stands unapplied.
 */
export async function freeExcess(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  invoiceId: string,
  { excess, reason }: { readonly excess: number; readonly reason: string },
): Promise<void> {
  let left = excess;
  for (const { id, amount_paid } of await verifiedPayments(trx, invoiceId)) {
    if (left <= 0) return;
    const money = await lockMoney(trx, id);
    if (!money) throw new Error('a verified payment is gone');
    await freePart(context, trx, caller, money, { stays: Math.max(0, amount_paid - left), reason });
    left -= amount_paid;
  }
}
