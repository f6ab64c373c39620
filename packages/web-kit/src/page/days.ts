import { weekdayOf } from '@gerbang/domain/date-text';
import { daysBetween, jakartaDay } from '@gerbang/domain/jakarta-time';
import { formatDateShort, formatDayText } from './format.ts';

/** `17 Agu`, where the year is clear. */
export function formatDayMonth(moment: string | Date): string {
  return formatDateShort(moment).slice(0, -5);
}

/** The parts of a day `yyyy-mm-dd`: `{ weekday: 'Jumat', day: '27', month: 'November' }`. */
export function dayParts(text: string): { weekday: string; day: string; month: string } {
  const [day = '', month = ''] = formatDayText(text).split(' ');
  return { weekday: weekdayOf(text), day, month };
}

/** A day `yyyy-mm-dd` as `Jumat, 27 November`. */
export function formatWeekday(text: string): string {
  const { weekday, day, month } = dayParts(text);
  return `${weekday}, ${day} ${month}`;
}

/** How far off a day is by the day in Jakarta: `5 hari lagi`, `besok`, `hari ini`, `terlambat 2 hari`. */
export function untilText(day: string, today = jakartaDay(new Date())): string {
  return daysText(daysBetween(today, day));
}

/** The same of so many days. */
export function daysText(days: number): string {
  if (days === 0) return 'hari ini';
  if (days === 1) return 'besok';
  return days > 0 ? `${days} hari lagi` : `terlambat ${-days} hari`;
}

/** A time `08:00` as `08.00 WIB`. */
export function clockText(time: string): string {
  return `${time.replace(':', '.')} WIB`;
}
