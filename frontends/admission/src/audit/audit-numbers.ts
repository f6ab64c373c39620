/** Fields that hold rupiah. */
export const RUPIAH_FIELDS: ReadonlySet<string> = new Set([
  'gross',
  'net',
  'paid',
  'fee',
  'payment_amount',
  'fee_returned',
  'total_discount',
  'float',
  'expected',
  'counted',
  'difference',
  'final_education_fee',
  'excess',
  'total_amount',
  'amount_paid',
  'paid_amount',
  'amount',
  'booked',
  'surplus',
  'unapplied',
]);
/** Numbers that are names, not amounts. */
export const PLAIN_NUMBERS: ReadonlySet<string> = new Set(['error_code', 'version', 'from']);
