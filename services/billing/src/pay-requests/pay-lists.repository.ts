import type { PayRequestStatus } from '@gerbang/domain/pay-requests';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { PayRow } from './pay-requests.repository.ts';

/** A request with what it is for. */
export interface ListedPay extends PayRow {
  readonly number: string;
  readonly child_name: string;
  readonly booked_at: Date | null;
  readonly keeps_money: boolean;
  readonly closed_reason: string | null;
  /** The day on which its money was seen on the school's account. */
  readonly settled_on: string | null;
}

export interface PayFilters {
  readonly status?: PayRequestStatus | undefined;
  readonly channel?: PayRow['channel'] | undefined;
  readonly academic_year?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

const JAKARTA_DAY = `(pay_requests.created_at at time zone 'Asia/Jakarta')::date`;

const filtered = (
  db: Db,
  { status, channel, academic_year, from, to, search }: PayFilters,
): Knex.QueryBuilder =>
  db('pay_requests')
    .leftJoin('enrollment_invoices as i', 'i.id', 'pay_requests.invoice_id')
    .joinRaw('join registrations r on r.id = coalesce(i.registration_id, pay_requests.registration_id)')
    .modify((rows) => {
      if (status !== undefined) void rows.where('pay_requests.status', status);
      if (channel !== undefined) void rows.where('pay_requests.channel', channel);
      if (academic_year !== undefined) void rows.where('r.academic_year', academic_year);
      if (from !== undefined) void rows.whereRaw(`${JAKARTA_DAY} >= ?`, [from]);
      if (to !== undefined) void rows.whereRaw(`${JAKARTA_DAY} <= ?`, [to]);
      const wanted = search?.trim().toUpperCase();
      if (wanted) {
        void rows.where((one) => {
          for (const column of [
            'i.invoice_number',
            'r.registration_number',
            'pay_requests.request_no',
            'pay_requests.va_number',
          ]) {
            void one.orWhere(column, wanted);
          }
        });
      }
    });

/** SQL: when a request's word paid its fee, once admission has verified it and as long as it has not given the money back. */
const FEE_BOOKED = `case when pay_requests.kind = 'registration_fee' and r.payment_status = 'verified'
  and not exists (select from unapplied_receipts u
    where u.pay_request_id = pay_requests.id and u.cause = 'fee_refused')
  then (select max(w.received_at) from pay_notifications w
    where w.request_no = pay_requests.request_no and w.outcome = 'booked') end`;

/** SQL: whether money of a request waits for finance. */
const KEEPS_MONEY = `exists (select from unapplied_receipts u
  where u.pay_request_id = pay_requests.id and u.status = 'open')`;

/** SQL: why finance closed the review of a request, as the trail has it. */
const CLOSED = `case when pay_requests.status = 'cancelled' then (select a.details ->> 'reason' from audit_events a
  where a.subject_id = pay_requests.id and a.action = 'pay_request.closed' order by a.at desc limit 1) end`;

/** The requests of these filters, without order. */
export const listedRequests = (db: Db, filters: PayFilters): Knex.QueryBuilder =>
  filtered(db, filters)
    .leftJoin('enrollment_invoice_payments as p', 'p.id', 'pay_requests.payment_id')
    .select(
      'pay_requests.*',
      db.raw(
        `coalesce(i.invoice_number, r.registration_number) as number, r.child_name,
          coalesce(p.verified_at, ${FEE_BOOKED}) as booked_at,
          ${KEEPS_MONEY} as keeps_money, ${CLOSED} as closed_reason,
          (select max(s.settled_on) from pay_settlements s where s.status = 'matched' and s.channel = pay_requests.channel
            and s.paid_on = (pay_requests.paid_at at time zone 'Asia/Jakarta')::date) as settled_on`,
      ),
    );

/** One request as the list has it. */
export async function findListed(db: Db, id: string): Promise<ListedPay | undefined> {
  return listedRequests(db, {}).where('pay_requests.id', id).first<ListedPay | undefined>();
}

/** How many requests of these filters stand where, and how many were paid on this day of Jakarta. */
export async function countRequests(
  db: Db,
  filters: PayFilters,
  day: string,
): Promise<{ readonly status: Record<string, number>; readonly paid_today: number }> {
  const rows: { status: string; count: number; paid: number }[] = await filtered(db, filters)
    .groupBy('pay_requests.status')
    .select(
      'pay_requests.status',
      db.raw(
        `count(*)::int as count, count(*) filter (where pay_requests.status = 'paid'
          and (pay_requests.paid_at at time zone 'Asia/Jakarta')::date = ?)::int as paid`,
        [day],
      ),
    );
  return {
    status: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    paid_today: rows.reduce((sum, { paid }) => sum + paid, 0),
  };
}
