import { bothCalendars } from '@gerbang/domain/calendars';
import { dayParts, formatWeekday, untilText } from '../src/page/days.ts';
import {
  formatDateLong,
  formatDateShort,
  formatMoment,
  formatPhone,
  formatRupiah,
  formatTime,
  initialsOf,
} from '../src/page/format.ts';

test('when a date is written, then months are Indonesian, short in tables and long elsewhere', () => {
  expect(formatDateShort('2026-05-17T03:00:00Z')).toBe('17 Mei 2026');
  expect(formatDateShort('2026-08-17T03:00:00Z')).toBe('17 Agu 2026');
  expect(formatDateLong('2026-08-17T03:00:00Z')).toBe('17 Agustus 2026');
});

test('when it is past midnight in Jakarta, then the day is that of Jakarta', () => {
  expect(formatDateShort('2026-08-16T17:30:00Z')).toBe('17 Agu 2026');
});

const inIntl = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', ...options });
const DATE = { day: 'numeric', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const RUPIAH = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  maximumFractionDigits: 0,
});

test('when dates, times and amounts are written, then they read as Intl would write them', () => {
  const [short, long] = [inIntl({ ...DATE, month: 'short' }), inIntl({ ...DATE, month: 'long' })];
  const clock = inIntl(CLOCK);
  // Every 17 days and a few hours over two years meets each month, midnight and both ends of a year.
  for (let step = 0; step < 45; step += 1) {
    const at = new Date(Date.UTC(2025, 11, 31, 16, 59) + step * (17 * 24 + 7) * 3_600_000);
    expect(formatDateShort(at)).toBe(short.format(at));
    expect(formatDateLong(at.toISOString())).toBe(long.format(at));
    expect(formatTime(at)).toBe(clock.format(at));
    expect(formatMoment(at)).toBe(`${long.format(at)}, ${clock.format(at)} WIB`);
  }
  for (const amount of [0, 7, 350, 1000, 350_000, 12_345_678, 1_000_000_000_000, -25_000])
    expect(formatRupiah(amount)).toBe(RUPIAH.format(amount));
});

test('when both calendars are written, then the Hijri date comes second', () => {
  expect(bothCalendars(new Date('2026-11-21T03:00:00Z'))).toBe('Sabtu, 21 November · 11 Jumadilakhir 1448 H');
});

test('when any day of thirty years is written in both calendars, then it fits on one line of a phone', () => {
  const first = Date.parse('2026-01-01T05:00:00Z');
  const days = Array.from({ length: 11_000 }, (_none, at) =>
    bothCalendars(new Date(first + at * 86_400_000)),
  );
  const longest = days.reduce((long, day) => (day.length > long.length ? day : long));
  expect(longest.length).toBeLessThanOrEqual(47);
});

test.each([
  ['+6281234567890', '0812-3456-7890'],
  ['+628123456789', '0812-3456-789'],
  ['+60123456789', '+60123456789'],
  [null, '-'],
])('when the phone is %s, then it reads %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

test.each([
  ['Rahma Aulia', 'RA'],
  ['siti', 'S'],
  ['  Ahmad   Fauzi bin Umar ', 'AF'],
  ['', 'U'],
  [null, 'U'],
])('when the name is %p, then the initials are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('when a day is written with its weekday, then both are of that day wherever the device is', () => {
  expect(formatWeekday('2026-11-27')).toBe('Jumat, 27 November');
  expect(dayParts('2026-11-01')).toEqual({ weekday: 'Minggu', day: '1', month: 'November' });
});

test.each([
  ['2026-11-27', '5 hari lagi'],
  ['2026-11-23', 'besok'],
  ['2026-11-22', 'hari ini'],
  ['2026-11-20', 'terlambat 2 hari'],
])('when %s is looked at on November 22, then it is "%s"', (day, words) => {
  expect(untilText(day, '2026-11-22')).toBe(words);
});
