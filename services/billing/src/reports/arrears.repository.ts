import type { ArrearsReport } from '@gerbang/contracts/reports';
import { AGEING_BUCKETS, type AgeingBucket } from '@gerbang/domain/invoices';
import { JENJANG, type Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';

/** Which open invoices a report adds up, by the days on which they are due. */
export interface ArrearsQuery {
  readonly academic_year?: string | undefined;
  readonly jenjang?: Jenjang | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Open invoices of one level and age, in rupiah. */
export interface ArrearsCell {
  readonly jenjang: Jenjang;
  readonly bucket: AgeingBucket;
  readonly invoices: number;
  readonly amount: number;
}

/** How many families owe in exactly these cells: a bit for each level and age (`cellBit`). */
export interface ArrearsFamilies {
  readonly cells: number;
  readonly families: number;
}

/** The bit of a level and age in `ArrearsFamilies.cells`. */
export const cellBit = (jenjang: Jenjang, bucket: AgeingBucket): number =>
  1 << (JENJANG.indexOf(jenjang) * AGEING_BUCKETS.length + AGEING_BUCKETS.indexOf(bucket));

/** The domain's `ageingBucket` in SQL, as its place in `AGEING_BUCKETS`; a test compares the two. */
const BUCKET = `case when due_date >= :today::date then 0 when due_date >= :today::date - 30 then 1
  when due_date >= :today::date - 60 then 2 when due_date >= :today::date - 90 then 3 else 4 end`;
const LEVEL = `case jenjang ${JENJANG.map((level, at) => `when '${level}' then ${at}`).join(' ')} end`;

/** The filters as conditions on columns of these tables. */
const conditions = (
  { academic_year, jenjang, from, to }: ArrearsQuery,
  table = { dues: '', registrations: '' },
): string =>
  [
    `${table.dues}paid_amount < ${table.dues}total_amount`,
    academic_year === undefined ? '' : `${table.registrations}academic_year = :academic_year`,
    jenjang === undefined ? '' : `${table.registrations}jenjang = :jenjang`,
    from === undefined ? '' : `${table.dues}due_date >= :from`,
    to === undefined ? '' : `${table.dues}due_date <= :to`,
  ]
    .filter(Boolean)
    .join(' and ');

const bindings = (query: ArrearsQuery, more: Record<string, unknown>) =>
  Object.fromEntries(Object.entries({ ...query, ...more }).filter(([, value]) => value !== undefined));

/**
 * What is still to be paid by level and age, with the families that owe it, both of one moment. Families are counted by the
 * set of cells in which they owe: to count each cell and each sum of cells apart would sort all invoices once for each.
 */
export async function arrearsCells(
  db: Db,
  query: ArrearsQuery,
  today: string,
): Promise<{ cells: ArrearsCell[]; families: ArrearsFamilies[] }> {
  const where = conditions(query);
  const { rows } = await db.raw(
    `select ${LEVEL} * ${AGEING_BUCKETS.length} + ${BUCKET} as cell, null::integer as cells,
       count(*) as n, sum(total_amount - paid_amount)::bigint as amount
     from invoice_dues where ${where} group by 1
     union all
     select null, cells, count(*), null from (
       select bit_or(1 << (${LEVEL} * ${AGEING_BUCKETS.length} + ${BUCKET})) as cells
       from invoice_dues where ${where} group by user_id
     ) families group by cells`,
    bindings(query, { today }),
  );
  const all = rows as { cell: number | null; cells: number; n: number; amount: number }[];
  return {
    cells: all.flatMap(({ cell, n, amount }) => {
      const jenjang = JENJANG[Math.floor((cell ?? 0) / AGEING_BUCKETS.length)];
      const bucket = AGEING_BUCKETS[(cell ?? 0) % AGEING_BUCKETS.length];
      return cell === null || !jenjang || !bucket ? [] : [{ jenjang, bucket, invoices: n, amount }];
    }),
    families: all.flatMap(({ cell, cells, n }) => (cell === null ? [{ cells, families: n }] : [])),
  };
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
     where ${conditions(query, { dues: 'i.', registrations: 'r.' })} and i.due_date < :today::date
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
