import type { ReportQuery } from '@gerbang/contracts/report-query';
import type { Db } from '@gerbang/service-kit/data/database';

type Filters = Pick<ReportQuery, 'academic_year' | 'jenjang'>;

/** The first row of a table, joined with its registration, within the filters. */
async function firstOf(
  db: Db,
  table: 'enrollment_invoices' | 'enrollment_confirmations',
  since: 'waiting_since' | 'submitted_at',
  { academic_year, jenjang }: Filters,
  waits: Readonly<Record<string, unknown>>,
): Promise<Date | null> {
  const rows = db(table)
    .where(waits)
    .orderBy([`${table}.${since}`, `${table}.id`]);
  if (academic_year !== undefined || jenjang !== undefined) {
    void rows
      .join('registrations', 'registrations.id', `${table}.registration_id`)
      .where(academic_year === undefined ? {} : { 'registrations.academic_year': academic_year })
      .where(jenjang === undefined ? {} : { 'registrations.jenjang': jenjang });
  }
  const row = await rows.first<{ at: Date } | undefined>(`${table}.${since} as at`);
  return row?.at ?? null;
}

/** Since when the oldest payment of an invoice waits to be verified; null where none waits. */
export const oldestPayment = (db: Db, filters: Filters): Promise<Date | null> =>
  firstOf(db, 'enrollment_invoices', 'waiting_since', filters, { 'enrollment_invoices.waiting': true });

/** Since when the oldest confirmation waits for the school's decision; null where none waits. */
export const oldestConfirmation = (db: Db, filters: Filters): Promise<Date | null> =>
  firstOf(db, 'enrollment_confirmations', 'submitted_at', filters, {
    'enrollment_confirmations.status': 'submitted',
  });
