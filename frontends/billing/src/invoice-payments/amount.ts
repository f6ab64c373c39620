import { formatRupiah } from '@gerbang/web-kit/format';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';

/** Why an amount does not fit an invoice with this much remaining (rupiah); undefined if it does. */
export function amountProblem(amount: number | null, remaining: number): string | undefined {
  if (amount === null || amount <= 0) return copy.amountMore;
  return amount > remaining ? copy.amountTooMuch(formatRupiah(remaining)) : undefined;
}
