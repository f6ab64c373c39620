import type { PaymentPreference } from './enrollment-confirmations.ts';

/** The largest amount of money, in rupiah. */
export const MONEY_MAX = 1_000_000_000_000;

/** The four discounts of a scheme and the list of the school's configuration that each is chosen from. */
export const DISCOUNT_LISTS = {
  loyalty_program_discount: 'loyalty_program',
  event_discount: 'event',
  full_payment_discount: 'full_payment',
  group_discount: 'group',
} as const;
export type DiscountField = keyof typeof DISCOUNT_LISTS;
export const DISCOUNT_FIELDS = Object.keys(DISCOUNT_LISTS) as readonly DiscountField[];

export type DiscountLists = Readonly<Record<(typeof DISCOUNT_LISTS)[DiscountField], readonly number[]>>;

/** The amounts that finance chooses; whole rupiah. */
export interface SchemeAmounts extends Readonly<Record<DiscountField, number>> {
  readonly payment_scheme: PaymentPreference;
  readonly base_education_fee: number;
  readonly cash_contribution: number;
}

export interface SchemeTotals {
  readonly total_discount: number;
  /** May be negative where the discounts are larger than the fee: such a scheme is refused. */
  readonly final_education_fee: number;
}

/** The totals of a scheme: full = base + contribution − discounts, installments = base + contribution. */
export function schemeTotals(amounts: SchemeAmounts): SchemeTotals {
  const gross = amounts.base_education_fee + amounts.cash_contribution;
  if (amounts.payment_scheme === 'installment') return { total_discount: 0, final_education_fee: gross };
  const total_discount = DISCOUNT_FIELDS.reduce((sum, field) => sum + amounts[field], 0);
  return { total_discount, final_education_fee: gross - total_discount };
}

/** The discounts that are not allowed: not in their list, or any discount with installments. */
export function refusedDiscounts(amounts: SchemeAmounts, lists: DiscountLists): DiscountField[] {
  return DISCOUNT_FIELDS.filter((field) =>
    amounts.payment_scheme === 'installment'
      ? amounts[field] !== 0
      : !lists[DISCOUNT_LISTS[field]].includes(amounts[field]),
  );
}

/** Percent of Tahap 1 to 3, each rounded half up; Tahap 4 is the rest. */
export const INSTALMENT_PERCENTS = [50, 25, 15] as const;
export const INSTALMENT_COUNT = INSTALMENT_PERCENTS.length + 1;

/** The four amounts of an installment plan, which always add up to the total. */
export function instalmentAmounts(total: number): number[] {
  // In whole numbers throughout: 10^12 × 50 is far from where they end.
  const parts = INSTALMENT_PERCENTS.map((percent) => Math.floor((total * percent + 50) / 100));
  return [...parts, parts.reduce((rest, part) => rest - part, total)];
}

const MONTHS_APART = 2;

/** The same day some months later, or the month's last where it has no such day; days are `YYYY-MM-DD`. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** Due dates two months apart, each counted from the first one, so that a short month shortens no other (I5). */
export function instalmentDueDates(first: string): string[] {
  return Array.from({ length: INSTALMENT_COUNT }, (_all, index) => addMonths(first, index * MONTHS_APART));
}

/** An invoice as a scheme makes it. */
export interface PlannedInvoice {
  /** Null = the one invoice of a full payment. */
  readonly installment_stage: number | null;
  readonly installment_name: string;
  readonly total_amount: number;
  readonly due_date: string;
}

/** The invoices of a scheme: one for a full payment, Tahap 1 to 4 for installments. */
export function planInvoices(scheme: PaymentPreference, total: number, firstDue: string): PlannedInvoice[] {
  if (scheme === 'full') {
    return [
      {
        installment_stage: null,
        installment_name: 'Lunas sekaligus',
        total_amount: total,
        due_date: firstDue,
      },
    ];
  }
  const days = instalmentDueDates(firstDue);
  return instalmentAmounts(total).map((total_amount, index) => ({
    installment_stage: index + 1,
    installment_name: `Tahap ${index + 1}`,
    total_amount,
    due_date: days[index] ?? firstDue,
  }));
}

/** `INV-2026-000123` and `KW-2026-000123`, a year each without gaps. */
export function documentNumber(
  kind: 'INV' | 'KW' | 'KP' | 'SK' | 'PD',
  year: number,
  sequence: number,
): string {
  return `${kind}-${year}-${String(sequence).padStart(6, '0')}`;
}
