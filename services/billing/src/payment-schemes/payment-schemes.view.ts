import type { Scheme } from '@gerbang/contracts/billing.types';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';

/** A row of `enrollment_payment_schemes`. */
type SchemeRecord = Omit<Scheme, 'created_by' | 'created_at'> & {
  readonly created_by_name: string | null;
  readonly created_by_role: Role;
  readonly created_at: Date;
};

/** The answer where there is no scheme (yet), or not the caller's: they are not told apart. */
export const noScheme = (): Problem => notFound('Skema pembayaran tidak ditemukan');

/** A scheme as its GET shows it. */
export function toScheme(record: SchemeRecord): Scheme {
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
  };
}

/** The scheme of a confirmation; with `userId` only where the family of this account owns it (O4). */
export async function schemeOf(db: Db, confirmationId: string, userId?: string): Promise<Scheme | undefined> {
  const rows = db('enrollment_payment_schemes as schemes')
    .join('registrations', 'registrations.id', 'schemes.registration_id')
    .where('schemes.enrollment_confirmation_id', confirmationId);
  if (userId !== undefined) {
    void rows.where('registrations.user_id', userId).where('registrations.deleted', false);
  }
  const record = await rows.first<SchemeRecord | undefined>('schemes.*');
  return record && toScheme(record);
}
