import type { MessageKind } from '@gerbang/contracts/message-templates';
import { dayText, rupiahText } from '../texts.ts';

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
export function lastMoment(today: string): Date {
  return new Date(Date.parse(`${today}T00:00:00Z`) + (LAST_HOUR - JAKARTA_HOURS) * HOUR_MS);
}

/** An invoice with a reminder that is due. */
export interface DueInvoice {
  readonly id: string;
  /** The configured day of the reminder, relative to the due date. */
  readonly days: number;
  readonly phone: string;
  readonly invoice_number: string;
  readonly child_name: string;
  readonly due_date: string;
  readonly remaining: number;
  /** Days since the due date; negative before it. */
  readonly late: number;
}

/** 'hari ini', 'besok', 'dalam 7 hari'. */
function whenText(late: number): string {
  if (late === 0) return 'hari ini';
  return late === -1 ? 'besok' : `dalam ${-late} hari`;
}

/** The message for an invoice, by how late it is. */
export function reminderOf(
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
