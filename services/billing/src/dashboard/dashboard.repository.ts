import type { BillingArea } from '@gerbang/contracts/billing-dashboard';
import { RECENT } from '@gerbang/contracts/recent-events';
import type { ActorRole } from '@gerbang/domain/roles';
import type { OpenInvoice } from '@gerbang/domain/family-dues';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import { openInvoices, toConfirm, type ToConfirmRow } from '../family-dues/family-dues.repository.ts';

type StaffArea = NonNullable<BillingArea['staff']>;

/** The reads of a parent's dashboard as prepared statements. */
export function parentReads(database: Database) {
  return {
    invoices: statementOf<OpenInvoice>(database, 'billing_dashboard_invoices', (db, userId) =>
      openInvoices(db, [userId]),
    ),
    toConfirm: statementOf<ToConfirmRow>(database, 'billing_dashboard_to_confirm', (db, userId) =>
      toConfirm(db, [userId]),
    ),
  };
}

/** How many confirmations wait for a decision, and how many processed ones for a scheme. */
export async function countOpenConfirmations(db: Db): Promise<StaffArea['confirmations']> {
  const { rows } = await db.raw(`
    select (select count(*) from enrollment_confirmations where status in ('pending', 'submitted')) as waiting,
      (select count(*) from enrollment_confirmations
        where status = 'processed' and payment_status = 'pending') as without_scheme`);
  return (rows as NonNullable<StaffArea['confirmations']>[])[0] ?? null;
}

/** The payments that wait to be verified: how many, of which sum, and since when the oldest waits. */
export async function sumWaitingPayments(db: Db): Promise<StaffArea['payments']> {
  const { waiting, amount, oldest_at } = await db('enrollment_invoice_payments')
    .where({ verification_status: 'pending' })
    .first<{ waiting: number; amount: number; oldest_at: Date | null }>(
      db.raw(
        'count(*) as waiting, coalesce(sum(amount_paid), 0)::bigint as amount, min(created_at) as oldest_at',
      ),
    );
  return { waiting, amount, oldest_at: oldest_at === null ? null : new Date(oldest_at).toISOString() };
}

type Recent = NonNullable<StaffArea['recent']>;

// Ids are UUIDv7, so that the newest have the largest.
const PAYMENTS = `
  (select e.id, e.at, e.actor_name as name, e.actor_role as role, i.registration_id, i.invoice_number as number, e.amount,
    case e.kind when 'created' then 'payment_sent' else 'payment_' || e.kind end as kind,
    e.kind = 'verified' and p.bank_line_id is not null as from_bank
   from (select * from invoice_payment_events order by id desc limit :limit) e
   join enrollment_invoice_payments p on p.id = e.payment_id
   join enrollment_invoices i on i.id = p.enrollment_invoice_id)
  union all`;
const RECENT_EVENTS = (payments: string) => `
  select e.id, e.at, e.name, e.role, e.kind, e.amount,
    e.from_bank,
    r.child_name as child, coalesce(e.number, r.registration_number) as number, r.jenjang from (
    ${payments}
    (select c.id, c.at, c.actor_name, c.actor_role, f.registration_id, null, null,
      case c.cause when 'submitted' then 'confirmation_sent' when 'scheme_created' then 'scheme_created'
        else 'confirmation_' || c.cause end, false
     from (select * from confirmation_events order by id desc limit :limit) c
     join enrollment_confirmations f on f.id = c.confirmation_id)
  ) e (id, at, name, role, registration_id, number, amount, kind, from_bank) join registrations r on r.id = e.registration_id
  order by e.at desc, e.id desc limit :limit`;

/** The newest events of re-enrolment, and those of payments for roles that may read invoices. */
export async function recentEvents(db: Db, seesMoney: boolean): Promise<Recent> {
  const { rows } = await db.raw(RECENT_EVENTS(seesMoney ? PAYMENTS : ''), { limit: RECENT });
  return (rows as (Recent[number] & { name: string | null; role: ActorRole | null; at: Date })[]).map(
    ({ id, kind, at, name, role, child, number, jenjang, amount, from_bank }) => ({
      id,
      kind,
      at: at.toISOString(),
      actor: role === null || role === 'system' ? null : { name, role },
      child,
      number,
      jenjang,
      amount,
      from_bank,
    }),
  );
}
