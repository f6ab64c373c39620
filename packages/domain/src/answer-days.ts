import { jakartaDay } from './jakarta-time.ts';

const DAY_MS = 86_400_000;
/** 20.00 in Jakarta on the day that begins at 00.00 UTC. */
const CLOSE_MS = 13 * 3_600_000;
/** A year of days off would be a typing error; the search ends. */
const FURTHEST = 400;

const dayAt = (day: string, plus: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + plus * DAY_MS).toISOString().slice(0, 10);

function isSchoolDay(day: string, off: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !off.has(day);
}

/** This day if school is held on it, else the next on which it is. */
export function schoolDayFrom(day: string, off: ReadonlySet<string>): string {
  for (let plus = 0; plus < FURTHEST; plus += 1) {
    const next = dayAt(day, plus);
    if (isSchoolDay(next, off)) return next;
  }
  return day;
}

/** 20.00 of a day in Jakarta: every answer is due then. */
export function answerTime(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + CLOSE_MS);
}

/** When a family must have answered that has so many days from now: 20.00 of a school day. */
export function answerUntil(now: Date, days: number, off: ReadonlySet<string>): Date {
  return answerTime(schoolDayFrom(dayAt(jakartaDay(now), days), off));
}
