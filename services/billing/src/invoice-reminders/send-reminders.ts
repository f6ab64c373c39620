import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Context } from '../context.ts';
import { REMINDERS_AT_ONCE, takeDueInvoices } from './invoice-reminders.repository.ts';
import { isReminderTime, lastMoment, reminderOf } from './reminder-message.ts';

/** Sends at most `REMINDERS_AT_ONCE` reminders; returns how many it sent. */
async function sendSome({ config, database, outbox }: Context, now: Date): Promise<number> {
  const today = jakartaDay(now);
  const link = new URL('/tagihan', config.PUBLIC_ORIGIN).href;
  return database.transaction(async (trx) => {
    const invoices = await takeDueInvoices(trx, { today, days: config.REMINDER_DAYS, now });
    for (const invoice of invoices) {
      await outbox.publish(trx, 'message.requested', {
        ...reminderOf(invoice, link),
        dedupeKey: `invoice_reminder:${invoice.id}:${invoice.days}`,
        to: invoice.phone,
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
