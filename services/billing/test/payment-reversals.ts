import { approveMoneyRequest } from '@gerbang/contracts/money-requests';
import { releaseBankLine, reverseInvoicePayment } from '@gerbang/contracts/payment-reversals';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { newKey } from './bank-bookings.ts';
import type { Door } from './door.ts';

const keyed = (key = newKey()) => ({ headers: { 'idempotency-key': key } });
export const REASON = 'Masuk ke tagihan kakaknya';

/** Reverses a payment at its present version. */
export async function reverse(door: Door, staff: Caller, id: string, cause = 'wrong_target', key?: string) {
  const { version } = await door.db('enrollment_invoice_payments').where({ id }).first('version');
  const body = { reason: REASON, cause, version };
  return door.call(reverseInvoicePayment, staff, { params: { id }, body, ...keyed(key) });
}

export const release = (door: Door, staff: Caller, id: string, key?: string) =>
  door.call(releaseBankLine, staff, { params: { id }, body: { reason: REASON }, ...keyed(key) });

export const approve = (door: Door, staff: Caller, id: string) =>
  door.call(approveMoneyRequest, staff, { params: { id }, body: {}, ...keyed() });
