import type { Actor } from '@gerbang/service-kit/audit/audit';
import { type Database, type Db, waitLonger } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { moneyReturned, returnedOf } from './refund-ledger.repository.ts';
import type { Tables } from '../database.types.ts';
import { BANK_CHECKS } from '../bank-days/bank-books.repository.ts';
import type { PaymentRecord } from './invoice-payments.repository.ts';

/**
 * Adds a payment to its invoice's paid amount and to the ledger, cash with the drawer that it fell into; null, with nothing written, where that would exceed
 * the invoice's total. The guard is in the UPDATE itself and does not depend on what the caller checked before.
 */
export async function bookPayment(
  trx: Db,
  payment: Pick<PaymentRecord, 'id' | 'enrollment_invoice_id' | 'amount_paid'>,
  actor: Actor,
  drawerId: string | null,
): Promise<{ paid_amount: number; total_amount: number } | null> {
  const { id, enrollment_invoice_id, amount_paid: amount } = payment;
  const [invoice] = await trx('enrollment_invoices')
    .where({ id: enrollment_invoice_id })
    .whereRaw('paid_amount + ? <= total_amount', [amount])
    .update({ paid_amount: trx.raw('paid_amount + ?', [amount]) })
    .returning(['paid_amount', 'total_amount']);
  if (!invoice) return null;
  await insertEntry(trx, { enrollment_invoice_id, payment_id: id, amount, drawer_id: drawerId }, actor);
  return invoice;
}

/**
 * Takes a verified payment out of its invoice's paid amount by a negative entry of today; returns what is paid then. 409
 * `money_returned` where less would stay than went back to the family.
 */
export async function unbookPayment(
  trx: Db,
  { id, enrollment_invoice_id, amount_paid: amount }: Parameters<typeof bookPayment>[1],
  actor: Actor,
  drawerId: string | null,
): Promise<number> {
  const [invoice] = await trx('enrollment_invoices')
    .where({ id: enrollment_invoice_id })
    .whereRaw('paid_amount >= ?', [amount])
    .update({ paid_amount: trx.raw('paid_amount - ?', [amount]) })
    .returning('paid_amount');
  if (!invoice) throw new Error('a verified payment is not in what its invoice was paid');
  if (invoice.paid_amount < (await returnedOf(trx, 'invoice', [enrollment_invoice_id])))
    throw moneyReturned();
  const entry = { enrollment_invoice_id, payment_id: id, amount: -amount, drawer_id: drawerId };
  await insertEntry(trx, entry, actor);
  return invoice.paid_amount;
}

async function insertEntry(
  trx: Db,
  entry: Pick<Tables['invoice_ledger'], 'enrollment_invoice_id' | 'payment_id' | 'amount' | 'drawer_id'>,
  actor: Actor,
): Promise<void> {
  await trx('invoice_ledger').insert({
    ...entry,
    id: uuidv7(),
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
}

/** A promise about the books that does not hold. */
export interface Imbalance {
  /** The promise, as the check names it. */
  readonly rule: string;
  readonly subject: string;
  readonly found: string;
}

/** Queries of `subject` and `found` by promise; a query without rows means that the promise holds. */
const CHECKS: Readonly<Record<string, string>> = {
  'I1: no invoice is overpaid': `
    select invoice_number as subject, format('paid %s of %s', paid_amount, total_amount) as found
    from enrollment_invoices where paid_amount not between 0 and total_amount`,
  'I2: paid is the sum of the verified payments and of the ledger': `
    select i.invoice_number as subject,
      format('paid %s, verified %s, ledger %s', i.paid_amount, coalesce(p.sum, 0), coalesce(l.sum, 0)) as found
    from enrollment_invoices i
    left join (select enrollment_invoice_id, sum(amount_paid) from enrollment_invoice_payments
      where verification_status = 'verified' group by 1) p on p.enrollment_invoice_id = i.id
    left join (select enrollment_invoice_id, sum(amount) from invoice_ledger group by 1) l
      on l.enrollment_invoice_id = i.id
    where i.paid_amount <> coalesce(p.sum, 0) or i.paid_amount <> coalesce(l.sum, 0)`,
  'I2: each verified payment has its ledger row': `
    select p.id::text as subject, format('%s, ledger %s', p.verification_status, coalesce(l.sum::text, 'none')) as found
    from enrollment_invoice_payments p left join (
      select payment_id, enrollment_invoice_id, count(*), sum(amount), max(amount) as booked
      from invoice_ledger group by 1, 2) l on l.payment_id = p.id
    where coalesce(l.count, 0) <> case p.verification_status when 'verified' then 1 when 'reversed' then 2 else 0 end
      or l.sum <> case p.verification_status when 'verified' then p.amount_paid else 0 end
      or l.booked <> p.amount_paid or l.enrollment_invoice_id <> p.enrollment_invoice_id`,
  'the till of the reports is the ledger': `
    select coalesce(l.id, c.id)::text as subject,
      format('ledger %s by %s, till %s by %s', coalesce(l.amount::text, 'none'), l.method,
        coalesce(c.amount::text, 'none'), c.method) as found
    from (
      select l.id, l.amount, case when p.bank_line_id is null then p.payment_method else 'bank_line' end as method
      from invoice_ledger l join enrollment_invoice_payments p on p.id = l.payment_id
    ) l full join (select id, amount, method from cash_bookings where source = 'invoice') c on c.id = l.id
    where (l.amount, l.method) is distinct from (c.amount, c.method)`,
  'cash is in the drawer that its booking names': `
    select c.id::text as subject, format('drawer %s, ledger %s', c.drawer_id, l.drawer_id) as found
    from cash_bookings c join invoice_ledger l on l.id = c.id where c.drawer_id is distinct from l.drawer_id`,
  'a closed drawer holds what it was closed with': `
    select d.id::text as subject, format('%s of %s', d.float_amount + coalesce(sum(c.amount), 0), d.expected) as found
    from drawers d left join cash_bookings c on c.drawer_id = d.id
    where d.state <> 'open' group by d.id having d.expected <> d.float_amount + coalesce(sum(c.amount), 0)`,
  'the reports know what each invoice owes': `
    select i.invoice_number as subject,
      format('%s of %s due %s, reports %s of %s due %s', i.paid_amount, i.total_amount, i.due_date, d.paid_amount,
        d.total_amount, d.due_date) as found
    from enrollment_invoices i join registrations r on r.id = i.registration_id
    left join invoice_dues d on d.invoice_id = i.id
    where (i.due_date, i.total_amount, i.paid_amount, r.user_id, r.academic_year, r.jenjang)
      is distinct from (d.due_date, d.total_amount, d.paid_amount, d.user_id, d.academic_year, d.jenjang)`,
  'I3: the invoices of a scheme make up its fee': `
    select s.id::text as subject,
      format('%s invoices of %s, fee %s', count(i.id), coalesce(sum(i.total_amount), 0), s.final_education_fee) as found
    from enrollment_payment_schemes s
    left join enrollment_invoices i on i.enrollment_payment_scheme_id = s.id and i.voided_by is null
    group by s.id
    having coalesce(sum(i.total_amount), 0) <> case when s.voided_at is null then s.final_education_fee else 0 end
      or case when s.version = 1 then count(i.id) <> case s.payment_scheme when 'full' then 1 else 4 end
        else (count(i.id) = 0) <> (s.voided_at is not null) end`,
  'what was taken back asks for nothing': `
    select i.invoice_number as subject, format('asks for %s of %s', i.total_amount, i.voided_amount) as found
    from enrollment_invoices i left join scheme_changes c on c.id = i.voided_by
    where i.voided_by is not null
      and (i.total_amount <> 0 or c.scheme_id is distinct from i.enrollment_payment_scheme_id)`,
  'each version of a scheme has its history': `
    select s.id::text as subject, format('version %s, history %s', s.version, count(c.id)) as found
    from enrollment_payment_schemes s left join scheme_changes c on c.scheme_id = s.id
    group by s.id having count(c.id) <> s.version - 1`,
  'I6: the totals of a scheme are worked out from its amounts': `
    select id::text as subject, format('discount %s, fee %s', total_discount, final_education_fee) as found
    from enrollment_payment_schemes
    where total_discount <> loyalty_program_discount + event_discount + full_payment_discount + group_discount
      or final_education_fee <> base_education_fee + cash_contribution - total_discount
      or (payment_scheme = 'installment' and total_discount <> 0)`,
  'I7: one pending payment an invoice': `
    select enrollment_invoice_id::text as subject, format('%s pending', count(*)) as found
    from enrollment_invoice_payments where verification_status = 'pending' group by 1 having count(*) > 1`,
  'I12: numbers of documents run without gaps': `
    select format('%s %s', kind, year) as subject,
      format('%s documents, last %s, counter %s', count(number), max(sequence), last) as found
    from (
      select c.kind, c.year, c.last, n.number, split_part(n.number, '-', 3)::bigint as sequence
      from document_counters c left join (
        select invoice_number as number from enrollment_invoices
        union all select receipt_number from enrollment_invoice_payments where receipt_number is not null
        union all select distinct number from papers where kind not in ('invoice_receipt', 'refund')
        union all select number from refunds
      ) n on n.number like format('%s-%s-%%', c.kind, c.year)
    ) numbered
    group by kind, year, last
    having count(number) <> last or max(sequence) is distinct from last`,
  'I12: no document is without its counter': `
    select number as subject, 'no counter of this kind and year' as found from (
      select invoice_number as number from enrollment_invoices
      union all select receipt_number from enrollment_invoice_payments where receipt_number is not null
        union all select number from papers where kind not in ('invoice_receipt', 'refund')
        union all select number from refunds
    ) n where not exists (select from document_counters c where n.number like format('%s-%s-%%', c.kind, c.year))`,
  'a paper says what its payment says': `
    select n.number as subject, format('%s of %s', n.facts ->> 'amount', p.amount_paid) as found
    from papers n join enrollment_invoice_payments p on p.id = n.payment_id
    where (n.number, (n.facts ->> 'amount')::bigint) is distinct from (p.receipt_number, p.amount_paid)`,
  'a receipt of a reversed payment is revoked': `
    select n.number as subject, 'still counts' as found
    from papers n join enrollment_invoice_payments p on p.id = n.payment_id
    where (p.verification_status = 'reversed') <> (n.revoked_at is not null) and not jsonb_exists(n.facts, 'replaced')`,
  'a receipt of a fee counts as long as its verification': `
    select p.number as subject, format('%s %s', r.payment_status, r.payment_verified_at) as found
    from papers p join registrations r on r.id = p.registration_id
    where p.kind = 'fee_receipt' and p.revoked_at is null and not r.deleted
      and (r.payment_status <> 'verified' or r.payment_verified_at <> p.fee_verified_at)`,
  'a refund is the sum of its lines after the deduction, with its history': `
    select number as subject, format('total %s, lines %s, deduct %s, version %s of %s', total, l.sum, deduct, version, e.n)
      as found
    from refunds
    cross join lateral (select sum((line ->> 'back')::bigint) from jsonb_array_elements(lines) as line) l
    cross join lateral (select count(*) as n from refund_events where refund_id = refunds.id) e
    where total <> l.sum - deduct or version <> e.n`,
  'what went back is what paid refunds say': `
    select r.number as subject, format('%s of %s, %s', coalesce(l.sum, 0), r.total, r.status) as found
    from refunds r left join (select refund_id, -sum(amount) as sum from refund_ledger group by 1) l on l.refund_id = r.id
    where coalesce(l.sum, 0) <> case when r.status = 'paid' then r.total else 0 end`,
  'nothing gives back more than it was paid': `
    select l.kind || ' ' || l.target as subject, format('%s of %s', l.back,
      coalesce(i.paid_amount, f.payment_amount + f.fee_extra, u.amount)) as found
    from (select kind, target, -sum(amount) as back from refund_ledger group by 1, 2) l
    left join enrollment_invoices i on i.id = l.target and l.kind = 'invoice'
    left join registrations f on f.id = l.target and l.kind = 'fee' and (f.payment_status = 'verified' or f.deleted)
    left join unapplied_receipts u on u.id = l.target and l.kind = 'unapplied' and u.status = 'returned'
    where l.back > coalesce(i.paid_amount, f.payment_amount + f.fee_extra, u.amount, 0) and not coalesce(f.deleted, false)`,
  'a paid request has its one payment, and other money of it was assigned': `
    select coalesce(q.request_no, p.id::text) as subject, format('%s, payment %s', q.status, p.id) as found
    from (select * from pay_requests where status = 'paid' and kind = 'invoice') q
    full join (select p.* from enrollment_invoice_payments p where p.pay_request_id is not null
      and not exists (select from unapplied_receipts u where u.assigned_payment_id = p.id)
      -- One that was reversed gave its receipt back, unless the request itself had paid it.
      and (p.verification_status <> 'reversed' or exists (select from pay_requests o where o.payment_id = p.id))
      ) p on p.id = q.payment_id
    where (q.id is null or p.id is null or p.pay_request_id <> q.id
        or (p.amount_paid <> q.amount and p.verification_status <> 'reversed'))
      and not exists (select from unapplied_receipts u where u.pay_request_id = q.id and u.status = 'assigned')`,
  'requests pay no fee twice': `
    select r.registration_number as subject, format('%s of %s', sum(q.amount), min(r.payment_amount + r.fee_extra)) as found
    from pay_requests q join registrations r on r.id = q.registration_id and not r.deleted
    where q.status = 'paid' and exists (select from pay_notifications w
        where w.request_no = q.request_no and w.outcome = 'booked')
      and not exists (select from unapplied_receipts u where u.pay_request_id = q.id and u.cause = 'fee_refused')
    group by r.id having sum(q.amount) > min(r.payment_amount + r.fee_extra + coalesce(r.fee_asked, 0))`,
  'all money of requests is booked or unapplied': `
    select r.request_no as subject, format('words %s, booked %s, unapplied %s', w.sum, b.sum, u.sum) as found
    from pay_requests r
    cross join lateral (select coalesce(sum(amount), 0) as sum from pay_notifications
      where request_no = r.request_no and (outcome in ('booked', 'late', 'duplicate')
        or (outcome = 'amount' and answer_code like '200%'))) w
    cross join lateral (select case when r.status = 'paid' and exists (select from pay_notifications
        where request_no = r.request_no and outcome = 'booked') and not exists (select from unapplied_receipts
        where pay_request_id = r.id and cause = 'fee_refused') then r.amount else 0 end as sum) b
    cross join lateral (select coalesce(sum(amount), 0) as sum from unapplied_receipts
      where pay_request_id = r.id and status <> 'released') u
    where w.sum <> b.sum + u.sum`,
  'a matched settlement has the net amount of its line': `
    select s.id::text as subject, format('net %s, line %s of %s', s.net, l.status, l.amount) as found
    from pay_settlements s join bank_lines l on l.id = s.bank_line_id
    where l.status <> 'settlement' or l.direction <> 'in' or l.amount <> s.net`,
  'I14: each version of a payment has its history': `
    select p.id::text as subject, format('version %s, history %s', p.version, count(e.id)) as found
    from enrollment_invoice_payments p left join invoice_payment_events e on e.payment_id = p.id
    group by p.id having count(e.id) <> p.version or max(e.version) <> p.version`,
  'I14: each version of a confirmation has its history': `
    select c.id::text as subject, format('version %s, history %s', c.version, count(e.id)) as found
    from enrollment_confirmations c left join confirmation_events e on e.confirmation_id = c.id
    group by c.id having count(e.id) <> c.version or max(e.version) <> c.version`,
  'an invoice knows what its payments say': `
    select i.invoice_number as subject, format('waiting %s, rejected %s', i.waiting, i.rejected) as found
    from enrollment_invoices i
    where i.waiting <> exists (select from enrollment_invoice_payments
        where enrollment_invoice_id = i.id and verification_status = 'pending')
      or i.rejected <> coalesce((select verification_status = 'rejected' from enrollment_invoice_payments
        where enrollment_invoice_id = i.id order by created_at desc, id desc limit 1), false)`,
  'a re-enrolment is complete exactly when its invoices are paid': `
    select c.id::text as subject, format('%s, %s invoices open', c.status, count(i.id)) as found
    from enrollment_confirmations c
    left join enrollment_invoices i on i.enrollment_confirmation_id = c.id and i.paid_amount < i.total_amount
    where c.payment_status = 'invoice_generated' and c.status <> 'declined'
    group by c.id having (c.status = 'completed') <> (count(i.id) = 0)`,
  'a scheme is there exactly where its confirmation says so': `
    select c.id::text as subject, format('%s, %s', c.payment_status, coalesce(s.id::text, 'no scheme')) as found
    from enrollment_confirmations c
    left join enrollment_payment_schemes s on s.enrollment_confirmation_id = c.id and s.voided_at is null
    where (c.payment_status = 'invoice_generated') <> (s.id is not null)`,
};

/**
 * Returns what does not balance, all read at one moment. The database refuses every such change of the service at its
 * commit; this finds changes that were made with more rights than the service has.
 */
export async function verifyBooks(database: Database): Promise<Imbalance[]> {
  return database.knex.transaction(
    async (trx) => {
      // Longer than a call may take: every row is read.
      await waitLonger(trx, 5 * 60_000);
      const found: Imbalance[] = [];
      for (const [rule, query] of Object.entries({ ...CHECKS, ...BANK_CHECKS })) {
        const { rows } = await trx.raw(query);
        for (const row of rows as Omit<Imbalance, 'rule'>[]) found.push({ rule, ...row });
      }
      return found;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** Rows of the ledger and their sum in whole rupiah. */
export async function sumLedger(db: Db): Promise<{ rows: number; total: number }> {
  return db('invoice_ledger').first(db.raw('count(*) as rows, coalesce(sum(amount), 0)::bigint as total'));
}
