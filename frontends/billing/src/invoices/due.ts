import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { invoicesCopy as copy } from './invoices.copy.ts';

const DAY = 86_400_000;
/** From so many days before its due date on an invoice asks for attention. */
const SOON_DAYS = 7;
/** Beyond this many days the date alone is shown. */
const NEAR_DAYS = 30;

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/**
 * `3 hari lagi`, `hari ini`, `terlambat 2 hari` by the day in Jakarta; null while it is so far
 * off that the date alone says more.
 */
export function dueText(dueDate: string, today = jakartaDay(new Date())): string | null {
  const days = daysBetween(today, dueDate);
  if (days > NEAR_DAYS) return null;
  if (days === 0) return copy.today;
  return days > 0 ? copy.left(days) : copy.late(-days);
}

/** Whether the due date is near or gone. */
export function isDueSoon(dueDate: string, today = jakartaDay(new Date())): boolean {
  return daysBetween(today, dueDate) <= SOON_DAYS;
}
