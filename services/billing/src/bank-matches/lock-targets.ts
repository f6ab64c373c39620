import { extraOf } from '@gerbang/domain/bank-matching';
import { BOOKING_REFUSALS, type Share } from '@gerbang/domain/bank-bookings';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, notFound } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { LineRecord } from '../bank-line-record/bank-lines.repository.ts';
import type { Tables } from '../database.types.ts';
import { type InvoiceRecord, lockInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import {
  findFee,
  lockConfirmations,
  lockExpectations,
  type TargetKey,
  waitingPayment,
} from './bank-bookings.repository.ts';
import { lockOwedFee } from './fee-settlements.repository.ts';

/** What a line is to pay of one target. */
export interface WantedTarget extends TargetKey {
  /** In rupiah. */
  readonly amount: number;
  /** The expectation that the matcher saw in the line; null where it saw none. */
  readonly expectationId: string | null;
}

/** A target with everything that its booking needs, locked. */
export interface LockedTarget extends Share, TargetKey {
  /** The child's family's account. */
  readonly userId: string;
  /** Of the registration or the invoice. */
  readonly number: string;
  /** Null for a registration fee. */
  readonly invoice: InvoiceRecord | null;
  /** The invoice's payment that waits to be verified. */
  readonly waiting: Awaited<ReturnType<typeof waitingPayment>>;
  readonly asked: Tables['payment_expectations'] | null;
  readonly deleted: boolean;
}

/** The expectation that the money fulfils: the matcher's, the one of this very amount, or the one of this base. */
function askedFor(
  expectations: readonly Tables['payment_expectations'][],
  { id, amount, expectationId }: WantedTarget,
  money: number,
) {
  const together = expectations.find((one) => one.id === expectationId && one.kind === 'registration_fees');
  // Of the sum each fee is asked its own part, and the add once: with the first of them.
  if (together) return { ...together, transfer_amount: amount + together.unique_add };
  const own = expectations.filter((one) => (one.invoice_id ?? one.registration_id) === id);
  return (
    own.find((one) => one.id === expectationId) ??
    own.find((one) => extraOf(money, Math.min(one.base, money), one).surplus > 0) ??
    own.find((one) => one.base === amount && one.status !== 'used') ??
    null
  );
}

async function lockFee(trx: Knex.Transaction, id: string) {
  const found = await findFee(trx, id);
  if (!found) throw notFound('Pendaftaran tidak ditemukan');
  const { user_id: userId, deleted, registration_number: number } = found;
  return { userId, deleted, number, owed: await lockOwedFee(trx, id) };
}

async function lockBill(trx: Knex.Transaction, id: string) {
  const invoice = await lockInvoice(trx, id, null);
  if (!invoice) throw noInvoice();
  return {
    invoice,
    waiting: invoice.waiting ? await waitingPayment(trx, id) : undefined,
    userId: invoice.user_id,
    number: invoice.invoice_number,
    owed: invoice.total_amount - invoice.paid_amount,
  };
}

/**
 * Locks what a line is to pay, in the order of all money: expectations, invoices, their re-enrolments, fees, each by id; the
 * line was locked before. 404 for a target that does not exist, 403 for one of the caller's own family.
 */
export async function lockTargets(
  trx: Knex.Transaction,
  caller: Caller,
  line: Pick<LineRecord, 'account_key' | 'amount'>,
  wanted: readonly WantedTarget[],
): Promise<LockedTarget[]> {
  const expectations = await lockExpectations(trx, line.account_key, wanted);
  const total = wanted.reduce((sum, { amount }) => sum + amount, 0);
  const byId = wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const bills = new Map<string, Awaited<ReturnType<typeof lockBill>>>();
  for (const { kind, id } of byId) if (kind === 'invoice') bills.set(id, await lockBill(trx, id));
  // One booking takes its re-enrolment's lock after the first receipt's number otherwise, which others wait for.
  const confirmations = [...bills.values()].map(({ invoice }) => invoice.enrollment_confirmation_id);
  if (bills.size > 1) await lockConfirmations(trx, confirmations);
  const fees = new Map<string, Awaited<ReturnType<typeof lockFee>>>();
  for (const { kind, id } of byId) if (kind === 'registration_fee') fees.set(id, await lockFee(trx, id));
  return wanted.map((target) => {
    const { kind, id, amount } = target;
    const bill = bills.get(id) ?? fees.get(id);
    if (bill === undefined) throw new Error('A target was not locked');
    if (bill.userId === caller.id) throw forbidden(BOOKING_REFUSALS.own_family, 'own_family');
    return {
      kind,
      id,
      wanted: amount,
      invoice: null,
      waiting: undefined,
      deleted: false,
      asked: askedFor(expectations, target, line.amount - (total - amount)),
      ...bill,
    };
  });
}

/** 409 for a target that owes nothing; money for the fee of a deleted registration stands unapplied. */
export function refuseSettled({ owed, deleted }: LockedTarget): void {
  if (owed <= 0 && !deleted) throw conflict('nothing_owed', BOOKING_REFUSALS.nothing_owed);
}

/** Whether the payment that waits is of the bank's money: a transfer of this amount. */
export const provesWaiting = ({ waiting }: Pick<LockedTarget, 'waiting'>, amount: number): boolean =>
  waiting?.amount_paid === amount && waiting.payment_method === 'transfer';
