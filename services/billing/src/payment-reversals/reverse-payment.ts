import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import { reverseInvoicePayment as call } from '@gerbang/contracts/payment-reversals';
import type { MoneyFigureRow } from '@gerbang/contracts/money-requests';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { PAYMENT_ACTIONS, refuseChange } from '../invoice-payments/change-payment.ts';
import type { LockedPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { noPayment, toPayment } from '../invoice-payments/invoice-payments.view.ts';
import type { RequestKind } from '../money-requests/request-kinds.ts';
import { freeMoney } from './free-money.ts';
import { lockMoney, type LockedMoney } from './payment-reversals.repository.ts';
import { type Reversal, reverseBooked } from './reverse-booked.ts';
import { type Asked, reverseOrAsk } from './reverse-or-ask.ts';

async function reverse(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  money: LockedMoney,
  reversal: Reversal,
): Promise<InvoicePayment> {
  const payment = await reverseBooked(context, trx, caller, money.payment.id, reversal);
  await freeMoney(context, trx, caller, money, reversal);
  return payment;
}

/** What the payment's invoice has been paid before and after, for the second person. */
export const paidFigure = ({ amount_paid, invoice }: LockedPayment): MoneyFigureRow => ({
  figure: 'invoice_paid',
  of: invoice.invoice_number,
  before: invoice.paid_amount,
  after: invoice.paid_amount - amount_paid,
});

/** Locks a payment and refuses one that cannot be reversed. */
async function lockReversible(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
  version?: number,
): Promise<LockedMoney> {
  const money = await lockMoney(trx, id);
  if (!money) throw noPayment();
  await refuseStale(trx, {
    header: version === undefined ? undefined : String(version),
    record: money.payment,
    actions: PAYMENT_ACTIONS,
    current: () => toPayment(context, money.payment, caller.role),
  });
  refuseChange(money.payment, 'reverse');
  return money;
}

/**
 * Reverses a verified payment, or asks a second person: for more than one person may reverse, for a payment of another day,
 * and beyond an hour's sum. 409 where the payment is not verified, or a request about it waits.
 */
export async function reversePayment(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<Asked<InvoicePayment>> {
  const { cause, version } = body;
  return reverseOrAsk(
    context,
    caller,
    { call, id, body },
    {
      lock: (trx) => lockReversible(context, trx, caller, id, version),
      payments: ({ payment }) => [payment],
      apply: (trx, by, money) => reverse(context, trx, by, money, body),
      request: ({ payment }) => ({
        kind: 'payment_reversal',
        registration_ids: [payment.invoice.registration_id],
        amount: payment.amount_paid,
        figures: [
          { figure: 'payment', of: payment.receipt_number, before: payment.amount_paid, after: 0 },
          paidFigure(payment),
        ],
        terms: { cause },
      }),
    },
  );
}

/** The reversal of a payment that a second person has agreed to. */
export const paymentReversals: RequestKind = {
  kind: 'payment_reversal',
  apply: async (context, trx, caller, { subject_id, reason, terms, ...request }) => {
    const money = await lockReversible(context, trx, caller, subject_id);
    const asker = { id: request.asked_by_id, name: request.asked_by_name, role: request.asked_by_role };
    await reverse(context, trx, caller, money, { cause: terms.cause as Reversal['cause'], reason, asker });
  },
};
