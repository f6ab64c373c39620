import { bothCalendars } from '@gerbang/domain/calendars';
import { formatDateLong, formatDateShort, formatPhone, initialsOf } from '../src/format.ts';

test('when a date is written, then months are Indonesian, short in tables and long elsewhere', () => {
  expect(formatDateShort('2026-05-17T03:00:00Z')).toBe('17 Mei 2026');
  expect(formatDateShort('2026-08-17T03:00:00Z')).toBe('17 Agu 2026');
  expect(formatDateLong('2026-08-17T03:00:00Z')).toBe('17 Agustus 2026');
});

test('when it is past midnight in Jakarta, then the day is that of Jakarta', () => {
  expect(formatDateShort('2026-08-16T17:30:00Z')).toBe('17 Agu 2026');
});

test('when both calendars are written, then the Hijri date comes second', () => {
  expect(bothCalendars(new Date('2026-11-21T03:00:00Z'))).toBe(
    'Sabtu, 21 November 2026 · 11 Jumadilakhir 1448 H',
  );
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
