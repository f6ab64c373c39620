import type { Db } from '@gerbang/service-kit/data/database';

/** An invoice with a reminder that is due. */
export interface DueInvoice {
  readonly id: string;
  /** The configured day of the reminder, relative to the due date. */
  readonly days: number;
  /** How often its due day was moved: each day has reminders of its own. */
  readonly due_moves: number;
  readonly phone: string | null;
  readonly account_id: string;
  readonly invoice_number: string;
  readonly child_name: string;
  readonly due_date: string;
  readonly remaining: number;
  /** Days since the due date; negative before it. */
  readonly late: number;
}

/** At most this many reminders are taken in one transaction. */
export const REMINDERS_AT_ONCE = 100;
/** A day without a run is made up for within these days; an older reminder would be misleading. */
const GRACE_DAYS = 2;

const TAKE = `
  with due as (
    select i.id, i.invoice_number, i.due_date, i.due_moves, i.total_amount - i.paid_amount as remaining, r.child_name,
      a.phone, a.id as account_id, reached.days, :today::date - i.due_date as late
    from enrollment_invoices i
    join registrations r on r.id = i.registration_id
    join accounts a on a.id = r.user_id and a.active
    join lateral (
      select max(days) as days from unnest(:days::integer[]) as days where i.due_date + days <= :today::date
    ) reached on reached.days is not null
    where i.paid_amount < i.total_amount and not i.waiting and r.current_stage <> 'withdrawn'
      and i.due_date between :today::date - :last::integer - ${GRACE_DAYS} and :today::date - :first::integer
      and i.due_date + reached.days >= :today::date - ${GRACE_DAYS}
      and (i.created_at at time zone 'Asia/Jakarta')::date < i.due_date + reached.days
      and not exists (select from invoice_reminders sent
        where sent.enrollment_invoice_id = i.id and sent.due_moves = i.due_moves and sent.days = reached.days)
    order by i.due_date, i.id
    limit ${REMINDERS_AT_ONCE}
    for no key update of i skip locked
  ), taken as (
    insert into invoice_reminders (enrollment_invoice_id, due_moves, days, sent_at)
    select id, due_moves, days, :now from due
    on conflict do nothing returning enrollment_invoice_id
  )
  select due.* from due join taken on taken.enrollment_invoice_id = due.id order by due.due_date, due.id`;

/**
 * Takes invoices whose next reminder is due and records the reminder, in one statement. Only invoices with something
 * to pay and no waiting payment are taken, each for a day once and never for a day before the invoice was issued. The
 * latest reached day counts, so that days without a run lead to one reminder, not to several. An invoice that is being
 * paid right now is skipped: its lock is not waited for.
 */
export async function takeDueInvoices(
  trx: Db,
  { today, days, now }: { readonly today: string; readonly days: readonly number[]; readonly now: Date },
): Promise<DueInvoice[]> {
  const { rows } = await trx.raw(TAKE, {
    today,
    days: [...days],
    first: Math.min(...days),
    last: Math.max(...days),
    now,
  });
  return rows as DueInvoice[];
}
