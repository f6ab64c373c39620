import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type DueInvoice, REMINDERS_AT_ONCE, takeDueInvoices } from './invoice-reminders.repository.ts';
import type { Context } from '../context.ts';
import { dayText } from '@gerbang/domain/date-text';
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
): { kind: Extract<MessageKind, 'invoice_due' | 'invoice_overdue'>; params: Record<string, string> } {
  const { late } = invoice;
  const common = {
    child: invoice.child_name,
    number: invoice.invoice_number,
    amount: rupiahText(invoice.remaining),
    due: dayText(invoice.due_date),
    link,
  };
  return late > 0
    ? { kind: 'invoice_overdue', params: { ...common, days: String(late) } }
    : { kind: 'invoice_due', params: { ...common, when: whenText(late) } };
}

/** Sends at most `REMINDERS_AT_ONCE` reminders; returns how many it sent. */
async function sendSome({ config, database, outbox }: Context, now: Date): Promise<number> {
  const today = jakartaDay(now);
  return database.transaction(async (trx) => {
    const invoices = await takeDueInvoices(trx, { today, days: config.REMINDER_DAYS, now });
    for (const invoice of invoices) {
      await outbox.publish(trx, 'message.requested', {
        ...reminderOf(invoice, new URL(`/tagihan?bayar=${invoice.id}`, config.PUBLIC_ORIGIN).href),
        dedupeKey: `invoice_reminder:${invoice.id}:${invoice.days}`,
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
