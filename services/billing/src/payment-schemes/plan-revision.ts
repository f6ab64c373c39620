import type { reviseScheme as call } from '@gerbang/contracts/scheme-changes';
import type { SchemeSide } from '@gerbang/contracts/payment-schemes';
import type { School } from '@gerbang/contracts/school';
import {
  revisedName,
  REVISION_PROBLEMS,
  reviseScheme,
  type SchemeRevision,
} from '@gerbang/domain/scheme-revisions';
import { refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';
import { totalsOf } from './scheme-rules.ts';
import type { LockedScheme } from './scheme-changes.repository.ts';

/** What a revision asks for. */
export type Terms = Omit<z.output<(typeof call)['body']>, 'reason' | 'preview' | 'version'>;

/** A revision as it is to be written. */
export interface PlannedRevision {
  readonly revision: SchemeRevision<InvoiceRecord>;
  /** The scheme's amounts and days. */
  readonly columns: Omit<SchemeSide, 'invoices'> & {
    readonly payment_deadline: string;
    readonly first_installment_date: string | null;
  };
  /** Its invoices in their order, those with money first. */
  readonly invoices: (SchemeSide['invoices'][number] & { readonly installment_stage: number | null })[];
}

/** Lays the terms over a locked scheme; 422 for amounts or days that make no scheme. */
export function planRevision(
  school: School,
  { invoices }: Pick<LockedScheme, 'invoices'>,
  { instalments, ...terms }: Terms,
  today: string,
): PlannedRevision {
  const totals = totalsOf(school, terms);
  const { payment_scheme: kind } = terms;
  const revision = reviseScheme(kind, invoices, instalments, totals.final_education_fee);
  if ('problem' in revision) {
    const { problem, row } = revision;
    const path = row === null ? 'instalments' : `instalments.${row}.amount`;
    throw refusedField('instalments', path, REVISION_PROBLEMS[problem]);
  }
  for (const [at, { due_date }] of instalments.entries()) {
    if (due_date < today && revision.kept[at]?.invoice.due_date !== due_date) {
      throw refusedField('instalments', `instalments.${at}.due_date`, 'Tanggal tidak boleh di masa lalu');
    }
  }
  const [first] = instalments;
  if (!first) throw new Error('a revision without rows is refused by its contract');
  const {
    payment_period,
    base_education_fee,
    cash_contribution,
    loyalty_program_discount,
    event_discount,
    full_payment_discount,
    group_discount,
  } = terms;
  return {
    revision,
    columns: {
      payment_period,
      payment_scheme: kind,
      base_education_fee,
      cash_contribution,
      loyalty_program_discount,
      event_discount,
      full_payment_discount,
      group_discount,
      ...totals,
      payment_deadline: first.due_date,
      first_installment_date: kind === 'installment' ? first.due_date : null,
    },
    invoices: instalments.map(({ amount, due_date }, at) => {
      const kept = revision.kept[at];
      return {
        ...revisedName(kind, at, instalments.length),
        invoice_number: kept?.invoice.invoice_number ?? null,
        total_amount: amount,
        due_date,
        paid_amount: kept ? kept.invoice.paid_amount - kept.excess : 0,
      };
    }),
  };
}
