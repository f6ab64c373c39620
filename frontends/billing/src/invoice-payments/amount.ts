import { formatRupiah } from '@gerbang/web-kit/format';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';

/** What is wrong with an amount for an invoice of which so much is left (admission workflow §5); undefined = nothing. */
export function amountProblem(amount: number | null, remaining: number): string | undefined {
  if (amount === null || amount <= 0) return copy.amountMore;
  return amount > remaining ? copy.amountTooMuch(formatRupiah(remaining)) : undefined;
}
