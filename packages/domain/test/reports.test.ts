import '../src/testing/runs.ts';
import fc from 'fast-check';
import { addDays, columnsOf, daysBetween, grainOf, reportSpan, yearsAfter } from '../src/reports.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31T23:59:59Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));
const year = fc.integer({ min: 2000, max: 2098 }).map((first) => `${first}/${first + 1}`);

describe('the span of a report', () => {
  test('when it is made from any days that the contract lets through, then it has an end', () => {
    fc.assert(
      fc.property(
        fc.record({ academic_year: year, from: day, to: day }, { requiredKeys: [] }),
        day,
        (query, today) => {
          const span = reportSpan(query, today);
          if (span === null) {
            expect(query.from ?? query.to).toBeDefined();
            return;
          }
          expect(span.from <= span.to && span.to < yearsAfter(span.from, 6)).toBe(true);
          const columns = columnsOf('day', span.from, span.to);
          expect(columns).toHaveLength(daysBetween(span.from, span.to));
          expect(columnsOf(grainOf(span.from, span.to), span.from, span.to).length).toBeLessThan(200);
        },
      ),
    );
  });

  test('when a season is long over and no day is chosen, then six years of it are shown', () => {
    expect(reportSpan({ academic_year: '2010/2011' }, '2026-11-27')).toEqual({
      from: '2009-07-01',
      to: '2015-06-30',
    });
  });

  test('when one chosen day is more than six years from today, then there is none', () => {
    expect(reportSpan({ from: '2020-11-27' }, '2026-11-27')).toBeNull();
    expect(reportSpan({ from: '2020-11-28' }, '2026-11-27')).not.toBeNull();
    expect(reportSpan({ to: '2100-12-31', academic_year: '2026/2027' }, '2026-11-27')).toBeNull();
  });
});

test('when columns are asked for a span without sense, then they are refused', () => {
  for (const [from, to] of [
    ['2000-01-01', addDays('2000-01-01', 2500)],
    ['9999-12-01', '9999-12-31'],
    ['1900-01-01', '9998-12-31'],
  ] as const) {
    expect(() => columnsOf('day', from, to)).toThrow(RangeError);
  }
  expect(columnsOf('day', '2000-01-01', addDays('2000-01-01', 2499))).toHaveLength(2500);
});
