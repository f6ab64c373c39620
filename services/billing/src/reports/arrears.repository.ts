import type { ArrearsReport } from '@gerbang/contracts/reports.types';
import type { AgeingBucket } from '@gerbang/domain/invoices';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';

/** Which open invoices a report adds up, by the days on which they are due. */
export interface ArrearsQuery {
  readonly academic_year?: string | undefined;
  readonly jenjang?: Jenjang | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Open invoices of one level and age; null stands for all levels, or for all ages. */
export interface ArrearsCell {
  readonly jenjang: Jenjang | null;
  readonly bucket: AgeingBucket | null;
  readonly invoices: number;
  readonly amount: number;
  readonly families: number;
}

/** The domain's `ageingBucket` in SQL; a test compares the two. */
const BUCKET = `case when :today::date - i.due_date <= 0 then 'not_due' when :today::date - i.due_date <= 30 then '1_30'
  when :today::date - i.due_date <= 60 then '31_60' when :today::date - i.due_date <= 90 then '61_90' else 'over_90' end`;

const conditions = ({ academic_year, jenjang, from, to }: ArrearsQuery): string =>
  [
    'i.paid_amount < i.total_amount',
    academic_year === undefined ? '' : 'r.academic_year = :academic_year',
    jenjang === undefined ? '' : 'r.jenjang = :jenjang',
    from === undefined ? '' : 'i.due_date >= :from',
    to === undefined ? '' : 'i.due_date <= :to',
  ]
    .filter(Boolean)
    .join(' and ');

const bindings = (query: ArrearsQuery, more: Record<string, unknown>) =>
  Object.fromEntries(Object.entries({ ...query, ...more }).filter(([, value]) => value !== undefined));

/** What is still to be paid by level and age, with the families that owe it, in one statement. */
export async function arrearsCells(db: Db, query: ArrearsQuery, today: string): Promise<ArrearsCell[]> {
  const { rows } = await db.raw(
    `with owed as (
       select r.jenjang, ${BUCKET} as bucket, r.user_id, count(*) as invoices,
         sum(i.total_amount - i.paid_amount) as amount
       from enrollment_invoices i join registrations r on r.id = i.registration_id
       where ${conditions(query)} group by 1, 2, 3
     )
     select jenjang, bucket, sum(invoices)::bigint as invoices, sum(amount)::bigint as amount,
       count(distinct user_id) as families
     from owed group by cube (jenjang, bucket)`,
    bindings(query, { today }),
  );
  return rows as ArrearsCell[];
}

type Row = ArrearsReport['list'][number];
/** A late invoice as it is read: its moment and its next step are put into words after. */
export type LateInvoice = Omit<Row, 'last_reminder_at' | 'next_step'> & {
  readonly last_reminder_at: Date | null;
  readonly waiting: boolean;
  readonly rejected: boolean;
};

/** Late invoices after a place in the list, the longest overdue first. */
export async function lateInvoices(
  db: Db,
  query: ArrearsQuery,
  part: {
    readonly today: string;
    readonly limit: number;
    readonly after: readonly [string, string] | null;
  },
): Promise<LateInvoice[]> {
  const { rows } = await db.raw(
    `select i.id as invoice_id, i.invoice_number, i.installment_name, r.child_name,
       coalesce(r.father_name, r.mother_name, a.name) as parent_name,
       coalesce(r.contact_phone, r.login_phone) as phone, r.jenjang, r.kelas, i.due_date,
       :today::date - i.due_date as days_late, i.total_amount - i.paid_amount as remaining, i.waiting, i.rejected,
       (select max(sent_at) from invoice_reminders where enrollment_invoice_id = i.id) as last_reminder_at
     from enrollment_invoices i join registrations r on r.id = i.registration_id
     left join accounts a on a.id = r.user_id
     where ${conditions(query)} and i.due_date < :today::date
       ${part.after === null ? '' : 'and (i.due_date, i.id) > (:due::date, :id::uuid)'}
     order by i.due_date, i.id limit :limit`,
    bindings(query, {
      today: part.today,
      limit: part.limit,
      due: part.after?.[0],
      id: part.after?.[1],
    }),
  );
  return rows as LateInvoice[];
}
