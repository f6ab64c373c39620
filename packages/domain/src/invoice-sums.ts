/** An invoice as its family's sums need it; whole rupiah. */
export interface SummedInvoice {
  readonly total_amount: number;
  readonly amount_paid: number;
  /** Of the payment that waits to be checked. */
  readonly waiting_amount?: number | undefined;
}

/** What is paid, being checked and left of an amount; the three always add up to it. */
export interface InvoiceSums {
  readonly total: number;
  readonly paid: number;
  readonly waiting: number;
  readonly left: number;
}

/** The sums of some invoices. A waiting payment never counts for more than what is left of its invoice. */
export function sumInvoices(invoices: readonly SummedInvoice[]): InvoiceSums {
  const sums = { total: 0, paid: 0, waiting: 0, left: 0 };
  for (const { total_amount, amount_paid, waiting_amount = 0 } of invoices) {
    const waiting = Math.min(waiting_amount, total_amount - amount_paid);
    sums.total += total_amount;
    sums.paid += amount_paid;
    sums.waiting += waiting;
    sums.left += total_amount - amount_paid - waiting;
  }
  return sums;
}

/**
 * The parts of a whole in whole percent that add up to 100: each is rounded down, and the percents that are left go to
 * the largest remainders. All 0 where the parts are.
 */
export function wholePercents(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const percents = parts.map((part) => Math.floor((part * 100) / whole));
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (part * 100) % whole }))
    .sort((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1;
  return percents;
}
