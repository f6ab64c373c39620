import type { Invoice } from '@gerbang/contracts/invoices';
import type { Scheme } from '@gerbang/contracts/payment-schemes';
import { deadlines } from '@gerbang/domain/day-limits';
import type { DayLimits } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { DISCOUNT_FIELDS, type DiscountField, schemeTotals } from '@gerbang/domain/payment-schemes';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { copy as schemeCopy } from './payment-schemes.copy.ts';
import { changesCopy as copy } from './scheme-changes.copy.ts';

interface RevisedValues {
  readonly payment_period: string;
  readonly payment_scheme: 'full' | 'installment';
  readonly base_education_fee: number | null;
  readonly cash_contribution: number | null;
  readonly discounts: Readonly<Record<DiscountField, number>>;
  /** `key` names a row on the screen; null = no amount typed yet. */
  readonly rows: readonly {
    readonly key: number;
    readonly amount: number | null;
    readonly due_date: string;
  }[];
  readonly reason: string;
}

const SHORTEST_REASON = 10;

const discountsOf = (of: (field: DiscountField) => number) =>
  Object.fromEntries(DISCOUNT_FIELDS.map((field) => [field, of(field)])) as Record<DiscountField, number>;

/** The form of a revision: it begins with the scheme as it is, invoices with money first. */
export function useRevision(scheme: Scheme, all: readonly Invoice[]) {
  const living = all.filter(({ voided }) => !voided);
  const paid = living.filter(({ amount_paid }) => amount_paid > 0);
  const [today] = useState(() => jakartaDay(new Date()));
  const [changed, setChanged] = useState(false);
  const [values, setValues] = useState<RevisedValues>(() => ({
    payment_period: scheme.payment_period,
    payment_scheme: scheme.payment_scheme,
    base_education_fee: scheme.base_education_fee,
    cash_contribution: scheme.cash_contribution,
    discounts: discountsOf((field) => scheme[field]),
    rows: [...paid, ...living.filter(({ amount_paid }) => amount_paid === 0)].map((invoice, key) => ({
      key,
      amount: invoice.total_amount,
      due_date: invoice.due_date,
    })),
    reason: '',
  }));
  const set = (change: Partial<RevisedValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setChanged(true);
  };
  const { rows, discounts, reason, ...rest } = values;
  const amounts = {
    ...rest,
    base_education_fee: rest.base_education_fee ?? 0,
    cash_contribution: rest.cash_contribution ?? 0,
    ...(rest.payment_scheme === 'full' ? discounts : discountsOf(() => 0)),
  };
  const instalments = rows.flatMap(({ amount, due_date }) =>
    amount === null || due_date === '' ? [] : [{ amount, due_date }],
  );
  const complete = instalments.length === rows.length && reason.trim().length >= SHORTEST_REASON;
  const invoiceAt = (at: number) => paid[at];
  return {
    values,
    set,
    changed,
    least: Math.max(1, paid.length),
    total: schemeTotals(amounts).final_education_fee,
    sum: instalments.reduce((sum, { amount }) => sum + amount, 0),
    nameOf: (at: number): string => {
      const invoice = invoiceAt(at);
      return invoice
        ? copy.paidRow(invoice.invoice_number, formatRupiah(invoice.amount_paid))
        : copy.newRow(at + 1);
    },
    /** A day that has passed stays where an invoice with money has it. */
    limitsOf: (at: number): DayLimits => {
      const due = invoiceAt(at)?.due_date ?? today;
      return { ...deadlines(new Date()), first: due < today ? due : today, early: schemeCopy.datePast };
    },
    setRow: (at: number, change: Partial<RevisedValues['rows'][number]>) =>
      set({ rows: rows.map((row, one) => (one === at ? { ...row, ...change } : row)) }),
    addRow: () =>
      set({
        rows: [...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, amount: null, due_date: '' }],
      }),
    removeRow: () => set({ rows: rows.slice(0, -1) }),
    /** What is sent; null while something is missing. */
    body: complete ? { ...amounts, instalments, reason: reason.trim(), version: scheme.version ?? 1 } : null,
  };
}
