import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { SchemeCreation } from '@gerbang/contracts/payment-schemes';
import * as schemes from '@gerbang/contracts/payment-schemes';
import { deadlines } from '@gerbang/domain/day-limits';
import { type DayLimits, dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import {
  DISCOUNT_FIELDS,
  type DiscountField,
  MONEY_MAX,
  type SchemeAmounts,
  schemeTotals,
} from '@gerbang/domain/payment-schemes';
import { ApiError, issuesOf, messageOf } from '@gerbang/web-kit/api/client';
import { useLeaveGuard } from '@gerbang/web-kit/forms/leave-guard';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { creationOf } from '@gerbang/web-kit/api/records';
import { useDecision, failureText, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { type FormEvent, useId, useState } from 'react';
import { copy } from './payment-schemes.copy.ts';
import { refreshBilling } from '../billing.api.ts';

/** Values of the form; null = no amount typed yet. */
interface SchemeValues {
  readonly payment_period: string;
  readonly base_education_fee: number | null;
  readonly cash_contribution: number | null;
  readonly payment_scheme: 'full' | 'installment';
  readonly discounts: Readonly<Record<DiscountField, number>>;
  /** The deadline of a full payment, or the day of the first installment; '' = not chosen. */
  readonly day: string;
}

const NO_DISCOUNTS = Object.fromEntries(DISCOUNT_FIELDS.map((field) => [field, 0])) as Record<
  DiscountField,
  number
>;

/** The form as it begins: the tariff, the parent's cash contribution, the usual period, a full payment. */
function initialValues(confirmation: Confirmation, period: string, tariff: number | null): SchemeValues {
  return {
    payment_period: period,
    base_education_fee: tariff,
    cash_contribution: confirmation.contribution_type === 'cash' ? confirmation.contribution_amount : 0,
    payment_scheme: 'full',
    discounts: NO_DISCOUNTS,
    day: '',
  };
}

/** The amounts as the rules of the domain take them; installments have no discounts. */
function amountsOf(values: SchemeValues): SchemeAmounts {
  return {
    payment_scheme: values.payment_scheme,
    base_education_fee: values.base_education_fee ?? 0,
    cash_contribution: values.cash_contribution ?? 0,
    ...(values.payment_scheme === 'full' ? values.discounts : NO_DISCOUNTS),
  };
}

type SchemeField = 'payment_period' | 'base_education_fee' | 'cash_contribution' | 'payment_deadline';
type SchemeErrors = Readonly<Partial<Record<SchemeField, string>>>;

/** A deadline that has not passed. */
const daysOf = (now: Date): DayLimits => ({
  ...deadlines(now),
  first: jakartaDay(now),
  early: copy.datePast,
});

/** Errors by field. */
function schemeErrors(values: SchemeValues, days: DayLimits): SchemeErrors {
  const { final_education_fee: total } = schemeTotals(amountsOf(values));
  const base = values.base_education_fee;
  const deadline = values.day === '' ? copy.dateRequired : dayProblem(days, values.day);
  return {
    ...(values.payment_period === '' && { payment_period: copy.periodRequired }),
    ...(base === null
      ? { base_education_fee: copy.baseRequired }
      : total < 0
        ? { base_education_fee: copy.negative }
        : base > MONEY_MAX && { base_education_fee: copy.baseRequired }),
    ...(deadline !== null && { payment_deadline: deadline }),
  };
}

/** The body of the call; totals are sent to be compared with the server's. */
function schemeBody(confirmation: Confirmation, values: SchemeValues): SchemeCreation {
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

const FIELDS: readonly SchemeField[] = [
  'payment_period',
  'base_education_fee',
  'cash_contribution',
  'payment_deadline',
];

/** Makes a scheme with its invoices; a repeat with the same key makes nothing twice. */
function useSchemeCreation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: creationOf(schemes.createScheme),
    onSettled: () => refreshBilling(client),
  });
}

/** What the server says of fields that the form shows under another name. */
function serverErrors(error: unknown): SchemeErrors {
  const issues = issuesOf(error);
  const deadline = issues.payment_deadline ?? issues.first_installment_date;
  return {
    ...Object.fromEntries(FIELDS.flatMap((field) => (issues[field] ? [[field, issues[field]]] : []))),
    ...(deadline && { payment_deadline: deadline }),
  };
}

/** Whether the scheme was made meanwhile; the response says so by its status alone. */
const existsAlready = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.body === null;

/**
 * The state of the form: checked at submit and then while it is typed, asked once more, sent once (a key a form);
 * `onDone` is called when the scheme is made. `tariff` = the level's fee of the school's table, in rupiah.
 */
export function useSchemeForm(
  confirmation: Confirmation,
  { period, tariff }: { readonly period: string; readonly tariff: number | null },
  onDone: () => void,
) {
  const prefix = useId();
  const [values, setValues] = useState<SchemeValues>(() => initialValues(confirmation, period, tariff));
  const [changed, setChanged] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<SchemeErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const keyOf = useRepeatKey();
  const [days] = useState(() => daysOf(new Date()));
  const own = schemeErrors(values, days);
  const errors: SchemeErrors = attempt > 0 ? { ...refused, ...own } : refused;
  const idOf = (field: SchemeField) => `${prefix}-${field}`;

  const set = (change: Partial<SchemeValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setRefused({});
    setChanged(true);
  };
  const guard = useLeaveGuard(changed && !done);
  const { send, pending } = useDecision(useSchemeCreation(), {
    done: [copy.success, copy.created],
    failed: copy.failed,
    failureText: (error) => (existsAlready(error) ? copy.exists : failureText(error, copy.failedText)),
    onClose: () => {
      setDone(true);
      setAsking(false);
      guard.leave();
      onDone();
    },
    onFailure: (error) => {
      const found = serverErrors(error);
      setRefused(found);
      setAttempt((before) => before + 1);
      if (Object.keys(found).length === 0) setProblem(existsAlready(error) ? copy.exists : messageOf(error));
      setAsking(false);
    },
  });
  return {
    values,
    set,
    errors,
    idOf,
    amounts: amountsOf(values),
    days,
    /** Asks before the page is left with something typed that is not made yet. */
    guard,
    asking,
    pending,
    frame: {
      attempt,
      problem,
      errors: FIELDS.flatMap((field) => {
        const message = errors[field];
        return message === undefined ? [] : [{ fieldId: idOf(field), message }];
      }),
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setProblem(null);
      if (Object.keys(own).length > 0) setAttempt((before) => before + 1);
      else setAsking(true);
    },
    stopAsking: () => setAsking(false),
    send: () => {
      const body = schemeBody(confirmation, values);
      send({ body, key: keyOf(body) });
    },
  };
}
