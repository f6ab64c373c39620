import { inJakarta, jakartaDay } from './jakarta-time.ts';

/** Families get messages by day only, by the time in Jakarta. */
const FIRST_HOUR = 7;
const LAST_HOUR = 20;
const DAY_MS = 86_400_000;

const hourOf = (now: Date) => Number(inJakarta(now).slice(11, 13));
const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+07:00`);

/** Whether messages to families may leave now. */
export const isMessageHour = (now: Date): boolean => hourOf(now) >= FIRST_HOUR && hourOf(now) < LAST_HOUR;

/** The moment from which a message of now may leave: now, or 07.00 of the next morning. */
export function messageTime(now: Date): Date {
  if (isMessageHour(now)) return now;
  const later = hourOf(now) < FIRST_HOUR ? now : new Date(now.getTime() + DAY_MS);
  return at(jakartaDay(later), FIRST_HOUR);
}

/** The end of the hours of messages on the day of this moment. */
export const messagesEnd = (now: Date): Date => at(jakartaDay(now), LAST_HOUR);
