import {
  type HeldScheme,
  type Scheme,
  type SchemeSide,
  schemeSideSchema,
} from '@gerbang/contracts/payment-schemes';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import { shown } from '@gerbang/service-kit/http/shown';
import type { ReadScheme } from './payment-schemes.repository.ts';

type Change = NonNullable<Scheme['changes']>[number];

/** 404, alike for a scheme that does not exist and for another family's. */
export const noScheme = (): Problem => notFound('Skema pembayaran tidak ditemukan');

/** Amounts and invoices of a scheme, as both sides of a change show them. */
export const toSide = (
  scheme: Omit<SchemeSide, 'invoices'>,
  invoices: readonly SchemeSide['invoices'][number][],
): SchemeSide => ({
  ...shown(schemeSideSchema.omit({ invoices: true }), scheme),
  invoices: invoices.map((invoice) => shown(schemeSideSchema.shape.invoices.element, invoice)),
});

/** A scheme as its GET returns it. */
export function toScheme(record: ReadScheme): Scheme {
  return {
    id: record.id,
    enrollment_confirmation_id: record.enrollment_confirmation_id,
    registration_id: record.registration_id,
    child_id: record.child_id,
    grade_level: record.grade_level,
    payment_period: record.payment_period,
    payment_scheme: record.payment_scheme,
    base_education_fee: record.base_education_fee,
    cash_contribution: record.cash_contribution,
    loyalty_program_discount: record.loyalty_program_discount,
    event_discount: record.event_discount,
    full_payment_discount: record.full_payment_discount,
    group_discount: record.group_discount,
    total_discount: record.total_discount,
    final_education_fee: record.final_education_fee,
    payment_deadline: record.payment_deadline,
    first_installment_date: record.first_installment_date,
    created_by: { name: record.created_by_name, role: record.created_by_role },
    created_at: new Date(record.created_at).toISOString(),
    ...(record.changes && {
      version: record.version,
      changes: record.changes.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    }),
  };
}

/** A scheme for a family's export; the change that cancelled it has no second side. */
export function toHeldScheme(record: ReadScheme): HeldScheme {
  if (record.voided_at === null || !record.changes) return toScheme(record);
  const changes = record.changes.slice(0, -1);
  const { reason, by } = record.changes[changes.length] as Change;
  const scheme = toScheme({ ...record, changes: changes.length > 0 ? changes : null });
  return { ...scheme, voided: { reason, by, at: record.voided_at.toISOString() } };
}
