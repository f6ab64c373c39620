import type { Confirmation, SchemeCreation } from '@gerbang/contracts/billing.types';
import {
  DISCOUNT_FIELDS,
  MONEY_MAX,
  schemeTotals,
  type DiscountField,
  type SchemeAmounts,
} from '@gerbang/domain/payment-schemes';
import { copy } from './payment-schemes.copy.ts';

/** Values of the form; null = no amount typed yet. */
export interface SchemeValues {
  readonly payment_period: string;
  readonly base_education_fee: number | null;
  readonly cash_contribution: number | null;
  readonly payment_scheme: 'full' | 'installment';
  readonly discounts: Readonly<Record<DiscountField, number>>;
  /** The deadline of a full payment, or the day of the first installment; '' = not chosen. */
  readonly day: string;
}

export const NO_DISCOUNTS = Object.fromEntries(DISCOUNT_FIELDS.map((field) => [field, 0])) as Record<
  DiscountField,
  number
>;

/** The form as it begins: the parent's cash contribution, the usual period, a full payment. */
export function initialValues(confirmation: Confirmation, period: string): SchemeValues {
  return {
    payment_period: period,
    base_education_fee: null,
    cash_contribution: confirmation.contribution_type === 'cash' ? confirmation.contribution_amount : 0,
    payment_scheme: 'full',
    discounts: NO_DISCOUNTS,
    day: '',
  };
}

/** The amounts as the rules of the domain take them; installments have no discounts. */
export function amountsOf(values: SchemeValues): SchemeAmounts {
  return {
    payment_scheme: values.payment_scheme,
    base_education_fee: values.base_education_fee ?? 0,
    cash_contribution: values.cash_contribution ?? 0,
    ...(values.payment_scheme === 'full' ? values.discounts : NO_DISCOUNTS),
  };
}

export type SchemeField = 'payment_period' | 'base_education_fee' | 'cash_contribution' | 'payment_deadline';
export type SchemeErrors = Readonly<Partial<Record<SchemeField, string>>>;

/** Errors by field. */
export function schemeErrors(values: SchemeValues, today: string): SchemeErrors {
  const { final_education_fee: total } = schemeTotals(amountsOf(values));
  const base = values.base_education_fee;
  return {
    ...(values.payment_period === '' && { payment_period: copy.periodRequired }),
    ...(base === null
      ? { base_education_fee: copy.baseRequired }
      : total < 0
        ? { base_education_fee: copy.negative }
        : base > MONEY_MAX && { base_education_fee: copy.baseRequired }),
    ...(values.day === ''
      ? { payment_deadline: copy.dateRequired }
      : values.day < today && { payment_deadline: copy.datePast }),
  };
}

/** The body of the call; totals are sent to be compared with the server's. */
export function schemeBody(confirmation: Confirmation, values: SchemeValues): SchemeCreation {
  const amounts = amountsOf(values);
  return {
    enrollment_confirmation_id: confirmation.id,
    registration_id: confirmation.registration_id,
    child_id: confirmation.child_id,
    grade_level: confirmation.registration.jenjang,
    payment_period: values.payment_period,
    ...amounts,
    ...(values.payment_scheme === 'full'
      ? { payment_deadline: values.day }
      : { first_installment_date: values.day }),
    ...schemeTotals(amounts),
  };
}
