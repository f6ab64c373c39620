import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Context } from '../context.ts';
import { isReminderTime, lastMoment, type Reminded, reminderOf } from './reminder-message.ts';

const AT_ONCE = 100;
/** A day on which nothing ran is made up for within these days; older ones have lost their sense. */
const GRACE_DAYS = 2;

interface DueInvoice extends Reminded {
  readonly id: string;
  readonly days: number;
  readonly phone: string;
}

/**
 * Takes the invoices whose next reminder has come, and notes it, in one statement: only what is still to be paid with no
 * payment waiting, each kind once, never for a day on which the invoice was not there yet. An invoice that is just being
 * paid is passed over: its lock is not waited for. The kind is the latest day that has come, so that days without a run
 * bring one reminder and not several.
 */
const TAKE = `
  with due as (
    select i.id, i.invoice_number, i.due_date, i.total_amount - i.paid_amount as remaining, r.child_name,
      a.phone, reached.days, :today::date - i.due_date as late
    from enrollment_invoices i
    join registrations r on r.id = i.registration_id
    join accounts a on a.id = r.user_id and a.active and a.phone is not null
    join lateral (
      select max(days) as days from unnest(:days::integer[]) as days where i.due_date + days <= :today::date
    ) reached on reached.days is not null
    where i.paid_amount < i.total_amount and not i.waiting
      and i.due_date between :today::date - :last::integer - ${GRACE_DAYS} and :today::date - :first::integer
      and i.due_date + reached.days >= :today::date - ${GRACE_DAYS}
      and (i.created_at at time zone 'Asia/Jakarta')::date < i.due_date + reached.days
      and not exists (select from invoice_reminders sent
        where sent.enrollment_invoice_id = i.id and sent.days = reached.days)
    order by i.due_date, i.id
    limit ${AT_ONCE}
    for no key update of i skip locked
  ), taken as (
    insert into invoice_reminders (enrollment_invoice_id, days, sent_at)
    select id, days, :now from due
    on conflict do nothing returning enrollment_invoice_id
  )
  select due.* from due join taken on taken.enrollment_invoice_id = due.id order by due.due_date, due.id`;

/** One round: reminds of at most a hundred invoices; answers of how many. */
async function remindSome(context: Context, now: Date): Promise<number> {
  const { config, database, outbox } = context;
  const today = jakartaDay(now);
  const days = config.REMINDER_DAYS;
  const link = new URL('/tagihan', config.PUBLIC_ORIGIN).href;
  return database.transaction(async (trx) => {
    const { rows } = await trx.raw(TAKE, {
      today,
      days: [...days],
      first: Math.min(...days),
      last: Math.max(...days),
      now,
    });
    for (const invoice of rows as DueInvoice[]) {
      const { kind, params } = reminderOf(invoice, link);
      await outbox.publish(trx, 'message.requested', {
        kind,
        dedupeKey: `invoice_reminder:${invoice.id}:${invoice.days}`,
        params,
        to: invoice.phone,
        priority: 'bulk',
        // What the queue could not bring by evening is not brought at night.
        expiresAt: lastMoment(today).toISOString(),
      });
    }
    return rows.length;
  });
}

/**
 * Reminds families of what is due, in the days of Jakarta that the configuration names and by day only (decisions,
 * Notifications). The truth is the row of the database: whatever rings twice or late has no second effect.
 */
export async function sendReminders(context: Context): Promise<number> {
  const { REMINDER_DAYS: days } = context.config;
  let sent = 0;
  while (days.length > 0 && isReminderTime(context.now())) {
    const some = await remindSome(context, context.now());
    sent += some;
    if (some < AT_ONCE) break;
  }
  return sent;
}
