import type { Db } from '@gerbang/service-kit/data/database';
import { type Read, type ReadsQuery, readsTrail, toRead } from '@gerbang/service-kit/audit/reads';

/** Joins a row of the trail to its registration, by a payment, an invoice, a scheme or a confirmation. */
const REGISTRATION = `left join lateral (
  select registration_id from enrollment_confirmations where id = e.subject_id
  union all select registration_id from enrollment_payment_schemes where id = e.subject_id
  union all select registration_id from enrollment_invoices where id = e.subject_id
  union all select i.registration_id from enrollment_invoice_payments p
    join enrollment_invoices i on i.id = p.enrollment_invoice_id where p.id = e.subject_id
  union all select registration_id from papers where id = e.subject_id
  union all select registration_id from refunds where id = e.subject_id
  union all select id from registrations where id = e.subject_id
  limit 1) as found on true
  left join registrations r on r.id = found.registration_id
  left join accounts a on a.id = r.user_id`;

/** What a list showed, by the action that noted it. */
const WHAT: Readonly<Record<string, (details: { readonly rows?: number }) => string>> = {
  'invoice.exported': ({ rows }) => `a list of ${String(rows)} invoices`,
  'confirmation.exported': ({ rows }) => `a list of ${String(rows)} confirmations`,
  'bank_lines.exported': ({ rows }) => `a list of ${String(rows)} lines of bank statements`,
  'unapplied_receipts.read': () => 'a page of money that pays nothing yet',
  'unapplied_receipts.exported': ({ rows }) => `a list of ${String(rows)} sums that pay nothing yet`,
  'invoice.arrears_read': () => 'a page of the families in arrears',
  'papers.read': () => 'a page of the papers that were given out',
  'papers.exported': ({ rows }) => `a list of ${String(rows)} papers that were given out`,
  'money_requests.exported': ({ rows }) => `a list of ${String(rows)} changes of money that were asked for`,
  'pay_requests.exported': ({ rows }) => `a list of ${String(rows)} payments online`,
  'refunds.read': () => 'a page of the refunds',
  'refunds.exported': ({ rows }) => `a list of ${String(rows)} refunds`,
};

/** Whose money an account worked on or exported. */
export async function readsOf(db: Db, query: ReadsQuery): Promise<Read[]> {
  const actions = [
    'invoice%',
    'scheme.%',
    'confirmation.%',
    'paper%',
    'refund%',
    '%requests.exported',
    'bank_lines.exported',
    'unapplied_receipts.%',
  ];
  const trail = readsTrail(db, query, actions).select('audit_events.*').as('e');
  const rows = await db
    .from(trail)
    .joinRaw(REGISTRATION)
    .orderBy('e.at')
    .select('e.*', 'r.user_id', 'a.name as family_name', 'a.phone as family_phone');
  return rows.map((row) =>
    toRead(row, {
      family: row.user_id && { user_id: row.user_id, name: row.family_name, phone: row.family_phone },
      what: WHAT[row.action]?.(row.details) ?? 'invoices, payments, their proofs and papers',
    }),
  );
}
