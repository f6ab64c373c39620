import { inJakarta, jakartaDay } from './jakarta-time.ts';

// Written by hand: the first Intl.DateTimeFormat of a page costs a slow phone 60 to 170 ms in one task.
const MONTHS = [
  'Januari',
  'Februari',
  'Maret',
  'April',
  'Mei',
  'Juni',
  'Juli',
  'Agustus',
  'September',
  'Oktober',
  'November',
  'Desember',
];
const WEEKDAYS = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu'];

function partsOf(text: string) {
  const [, year, month, day] = /^(.+)-(\d\d)-(\d\d)$/u.exec(text) ?? [];
  // Half a date on a paper would be worse than none.
  if (year === undefined) throw new RangeError('The text is no day');
  return { day: Number(day), month: MONTHS[Number(month) - 1] ?? '', year };
}

/** A day `2026-08-17` as `17 Agustus 2026`. */
export function dayText(text: string): string {
  const { day, month, year } = partsOf(text);
  return `${day} ${month} ${year}`;
}

/** A day `2026-08-17` as `17 Agu 2026`, for tables. */
export function shortDayText(text: string): string {
  const { day, month, year } = partsOf(text);
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** The days from one to another as `3–5 Maret`, `28 Februari–2 Maret`, or one of them alone; with years where they differ. */
export function daysText(from: string, to: string): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  if (first.year !== last.year) return `${dayText(from)}–${dayText(to)}`;
  const end = `${last.day} ${last.month}`;
  if (from === to) return end;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month}–${end}`;
}

/** A month `2026-08` as `Agustus 2026`. */
export function monthText(text: string): string {
  const { month, year } = partsOf(`${text}-01`);
  return `${month} ${year}`;
}

/** The weekday of a day `2026-08-17`: `Senin`. */
export function weekdayOf(text: string): string {
  return WEEKDAYS[new Date(`${text}T00:00:00Z`).getUTCDay()] ?? '';
}

/** A day `2026-08-17` as `Senin, 17 Agustus`. */
export function weekdayTextWithoutYear(text: string): string {
  const { day, month } = partsOf(text);
  return `${weekdayOf(text)}, ${day} ${month}`;
}

/** A day `2026-08-17` as `Senin, 17 Agustus 2026`. */
export function weekdayText(text: string): string {
  return `${weekdayOf(text)}, ${dayText(text)}`;
}

/** The time of a moment in Jakarta: `08.00`. */
export function timeText(moment: Date): string {
  return inJakarta(moment).slice(-12, -7).replace(':', '.');
}

/** `28 November 2026, 08.00 WIB`. */
export function momentText(moment: Date): string {
  return `${dayText(jakartaDay(moment))}, ${timeText(moment)} WIB`;
}
