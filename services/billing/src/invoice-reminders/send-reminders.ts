import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { asksExactly, exactOnPage, exactText } from '@gerbang/domain/payment-expectations';
import type { Db } from '@gerbang/service-kit/data/database';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type DueInvoice, REMINDERS_AT_ONCE, takeDueInvoices } from './invoice-reminders.repository.ts';
import type { Context } from '../context.ts';
import { dayText } from '@gerbang/domain/date-text';
import { keptForInvoices } from '../payment-expectations/payment-expectations.repository.ts';
import { rupiahText } from '../texts.ts';

const HOUR_MS = 3_600_000;
const JAKARTA_HOURS = 7;
/** Families get no reminders at night, only from nine in the morning to eight in the evening. */
const FIRST_HOUR = 9;
const LAST_HOUR = 20;

/** Whether a reminder may be sent at this moment, by the time in Jakarta. */
export function isReminderTime(now: Date): boolean {
  const hour = new Date(now.getTime() + JAKARTA_HOURS * HOUR_MS).getUTCHours();
  return hour >= FIRST_HOUR && hour < LAST_HOUR;
}

/** The last moment at which a reminder may be sent on this day (`YYYY-MM-DD`) in Jakarta. */
function lastMoment(today: string): Date {
  return new Date(Date.parse(`${today}T00:00:00Z`) + (LAST_HOUR - JAKARTA_HOURS) * HOUR_MS);
}

/** 'hari ini', 'besok', 'dalam 7 hari'. */
function whenText(late: number): string {
  if (late === 0) return 'hari ini';
  return late === -1 ? 'besok' : `dalam ${-late} hari`;
}

/** The message for an invoice, by how late it is. */
function reminderOf(
  invoice: DueInvoice,
  link: string,
  amount: string,
): { kind: Extract<MessageKind, 'invoice_due' | 'invoice_overdue'>; params: Record<string, string> } {
  const { late } = invoice;
  const common = {
    child: invoice.child_name,
    number: invoice.invoice_number,
    amount,
    due: dayText(invoice.due_date),
    link,
  };
  return late > 0
    ? { kind: 'invoice_overdue', params: { ...common, days: String(late) } }
    : { kind: 'invoice_due', params: { ...common, when: whenText(late) } };
}

/** What a reminder says is to be transferred: where the school asks for exact amounts, the one that is kept for the invoice. */
async function amountsOf(
  { school }: Context,
  trx: Db,
  invoices: readonly DueInvoice[],
  now: Date,
): Promise<(invoice: DueInvoice) => string> {
  if (!asksExactly(school.settings)) return ({ remaining }) => rupiahText(remaining);
  const kept = await keptForInvoices(
    trx,
    invoices.map(({ id }) => id),
    now,
  );
  return ({ id, remaining }) => {
    const asked = kept.find((one) => one.invoice_id === id && one.base === remaining);
    return asked ? exactText(rupiahText(asked.transfer_amount)) : exactOnPage(rupiahText(remaining));
  };
}

/** Sends at most `REMINDERS_AT_ONCE` reminders; returns how many it sent. */
async function sendSome(context: Context, now: Date): Promise<number> {
  const { config, database, outbox } = context;
  const today = jakartaDay(now);
  return database.transaction(async (trx) => {
    const invoices = await takeDueInvoices(trx, { today, days: config.REMINDER_DAYS, now });
    const amountOf = await amountsOf(context, trx, invoices, now);
    for (const invoice of invoices) {
      const { due_moves: moves } = invoice;
      const link = new URL(`/tagihan?bayar=${invoice.id}`, config.PUBLIC_ORIGIN).href;
      await outbox.publish(trx, 'message.requested', {
        ...reminderOf(invoice, link, amountOf(invoice)),
        dedupeKey: [`invoice_reminder:${invoice.id}:${invoice.days}`, ...(moves > 0 ? [moves] : [])].join(
          ':',
        ),
        to: invoice.phone,
        accountId: invoice.account_id,
        priority: 'bulk',
        // A message that the queue could not deliver by evening must not arrive at night.
        expiresAt: lastMoment(today).toISOString(),
      });
    }
    return invoices.length;
  });
}

/**
 * Reminds families of invoices on the configured days around the due date, by day in Jakarta only; returns how many
 * reminders it sent. The recorded row decides, so a second or late run sends nothing twice.
 */
export async function sendReminders(context: Context): Promise<number> {
  const { REMINDER_DAYS: days } = context.config;
  let sent = 0;
  while (days.length > 0 && isReminderTime(context.now())) {
    const some = await sendSome(context, context.now());
    sent += some;
    if (some < REMINDERS_AT_ONCE) break;
  }
  return sent;
}
