import { CALENDAR_YEARS } from '@gerbang/domain/day-limits';
import { holidaysOf } from '../src/school/holidays.ts';
import { computedHolidays } from './computed-holidays.ts';

const YEARS = Array.from(
  { length: CALENDAR_YEARS.max - CALENDAR_YEARS.min + 1 },
  (_, index) => CALENDAR_YEARS.min + index,
);

describe('the table of public holidays', () => {
  test.each(YEARS)('in %d it is what the library computes (npm run holidays:table writes it)', (year) => {
    const computed = Object.entries(computedHolidays(year));
    expect(computed.length).toBeGreaterThan(10);
    expect(holidaysOf(year).map(({ day, name }) => [day, name])).toEqual(
      computed.map(([day, name]) => [`${year}-${day}`, name]),
    );
  });

  test('no day is a joint leave, which the portal would call a national holiday', () => {
    const names = YEARS.flatMap((year) => holidaysOf(year).map(({ name }) => name));
    expect(names.filter((name) => /cuti bersama/iu.test(name))).toEqual([]);
  });
});
