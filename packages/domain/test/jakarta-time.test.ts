import '../src/testing/runs.ts';
import fc from 'fast-check';
import { jakartaDay } from '../src/jakarta-time.ts';

const byCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Jakarta',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

test('when a moment is given, then its business day is the one of the time zone database', () => {
  const moments = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2199-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(fc.property(moments, (moment) => jakartaDay(moment) === byCalendar.format(moment)));
});

test('when Jakarta has midnight, then the next day begins', () => {
  expect(jakartaDay(new Date('2026-11-21T16:59:59.999Z'))).toBe('2026-11-21');
  expect(jakartaDay(new Date('2026-11-21T17:00:00.000Z'))).toBe('2026-11-22');
});
