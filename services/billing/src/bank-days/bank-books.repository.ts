import { dayFigures } from './bank-days.repository.ts';

/** Admission has a day to verify a fee that a line paid, or to refuse it. */
const FEE_WAIT = `interval '1 day'`;
const TOTALS = [
  'in_total',
  'booked',
  'surplus',
  'settlement',
  'ignored',
  'unapplied',
  'unknown',
  'unknown_lines',
  'open_receipts',
  'returned',
];
const totalsOf = (row: string) => TOTALS.map((name) => `'${name}', ${row}.${name}`).join(', ');

/** Promises about the bank's lines and what they pay, as `CHECKS` of the books has them. */
export const BANK_CHECKS: Readonly<Record<string, string>> = {
  'R-I1: a booked line is paid out to the rupiah, and no other line pays anything': `
    select l.id::text as subject,
      format('%s of %s: booked %s, surplus %s, unapplied %s', l.status, l.amount, coalesce(m.sum, 0),
        coalesce(s.amount, 0), coalesce(u.sum, 0)) as found
    from bank_lines l
    left join (select line_id, sum(amount) from bank_matches where status = 'booked' group by 1) m on m.line_id = l.id
    left join (select line_id, sum(amount) as amount from surplus_ledger group by 1) s on s.line_id = l.id
    left join (select line_id, sum(amount) from unapplied_receipts where status <> 'released' group by 1) u on u.line_id = l.id
    left join refunds r on r.bank_line_id = l.id
    where coalesce(m.sum, 0) + coalesce(s.amount, 0) + coalesce(u.sum, 0) + coalesce(r.total, 0)
        <> case l.status when 'booked' then l.amount else 0 end
      or (l.direction = 'out' and (l.status not in ('new', 'booked') or num_nonnulls(m.sum, s.amount, u.sum) > 0))
      or (l.direction = 'in' and r.id is not null)`,
  'R-I4: each payment by the bank is of one booked match or one assigned receipt': `
    select coalesce(p.id, w.payment_id)::text as subject,
      format('payment %s of line %s, paid by %s of line %s', coalesce(p.amount_paid::text, 'none'),
        coalesce(p.bank_line_id::text, 'none'), coalesce(w.amount::text, 'none'), coalesce(w.line_id::text, 'none')) as found
    from (select * from enrollment_invoice_payments
      where bank_line_id is not null and verification_status <> 'reversed') p
    full join (
      select *, count(*) over (partition by payment_id) as times from (
        select payment_id, line_id, amount, invoice_id from bank_matches where status = 'booked' and kind = 'invoice'
        union all
        select assigned_payment_id, line_id, amount, null from unapplied_receipts
        where assigned_payment_id is not null and line_id is not null
      ) paid
    ) w on w.payment_id = p.id
    where p.id is null or w.payment_id is null or w.times > 1 or p.verification_status <> 'verified'
      or (w.line_id, w.amount) is distinct from (p.bank_line_id, p.amount_paid)
      or coalesce(w.invoice_id, p.enrollment_invoice_id) <> p.enrollment_invoice_id`,
  'R-I4: a surplus is of the unique amount of a used expectation that its line paid': `
    select s.id::text as subject,
      format('%s of line %s, expectation %s adds %s', s.amount, s.line_id, coalesce(e.status, 'none'),
        coalesce(e.unique_add, 0)) as found
    from (select line_id, expectation_id, sum(amount) as amount, min(id::text) as id from surplus_ledger
      group by 1, 2 having sum(amount) <> 0) s left join payment_expectations e on e.id = s.expectation_id
    where s.amount not between 1 and 999 or s.amount > coalesce(e.unique_add, 0) or e.status is distinct from 'used'
      or not exists (select from bank_matches m
        where m.line_id = s.line_id and m.expectation_id = s.expectation_id and m.status <> 'proposed')`,
  'a registration fee that the bank paid is paid once, in full, and verified': `
    select r.registration_number as subject,
      format('%s times %s, fee %s, %s', count(*), sum(paid.amount), r.payment_amount,
        case when r.payment_verified_at is null then 'not verified' else 'verified' end) as found
    from (
      select registration_id, amount, decided_at from bank_matches
      where status = 'booked' and kind = 'registration_fee'
      union all
      select assigned_registration_id, amount, decided_at from unapplied_receipts
      where assigned_registration_id is not null
    ) paid
    join registrations r on r.id = paid.registration_id
    -- A fee of 0 is not known to this service, or its family's data was erased.
    where r.payment_amount > 0
    group by r.id
    -- What a corrected level costs more is paid beside the fee, or where a slip proved that.
    having (r.fee_extra = 0 and r.fee_asked is null and (count(*) > 1 or sum(paid.amount) <> r.payment_amount))
      or sum(paid.amount) > r.payment_amount + r.fee_extra + coalesce(r.fee_asked, 0)
      or (r.payment_verified_at is null and max(paid.decided_at) < now() - ${FEE_WAIT})`,
  'R-I4: a closed day has the figures with which it was closed': `
    select format('%s %s', c.account_key, c.day) as subject,
      format('closed with %s, now %s', c.totals, coalesce(jsonb_build_object(${totalsOf('f')})::text, 'no lines')) as found
    from bank_day_closings c
    left join (
      ${dayFigures(`exists (select from bank_day_closings closed
        where closed.account_key = bank_lines.account_key and closed.day = bank_lines.booked_on)`)}
    ) f on (f.account_key, f.day) = (c.account_key, c.day)
    where f.day is null or jsonb_build_object('returned', 0) || c.totals <> jsonb_build_object(${totalsOf('f')})
      or f.unknown_lines > 0 or f.open_receipts > 0
      or f.in_total <> f.booked + f.surplus + f.settlement + f.ignored + f.unapplied`,
};
