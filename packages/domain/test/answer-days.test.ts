import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { answerTime, answerUntil, schoolDayFrom } from '../src/answer-days.ts';
import { inJakarta, jakartaDay } from '../src/jakarta-time.ts';

const NONE: ReadonlySet<string> = new Set();

describe('when answers are due', () => {
  test('when a family has seven days, then it answers until 20.00 of the school day that follows them', () => {
    // A Friday, 23.30 in Jakarta: seven days later is a Friday again.
    const now = new Date('2027-02-05T16:30:00Z');
    expect(inJakarta(answerUntil(now, 7, NONE))).toBe('2027-02-12T20:00:00.000');
  });

  test('when the day is off or in a weekend, then the next school day counts', () => {
    expect(schoolDayFrom('2027-02-13', NONE)).toBe('2027-02-15');
    expect(schoolDayFrom('2027-02-12', new Set(['2027-02-12', '2027-02-15']))).toBe('2027-02-16');
  });

  test('when days off are any, then the deadline is 20.00 of a school day and never earlier than promised', () => {
    const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 60 }),
        fc.array(day, { maxLength: 30 }),
        (now, days, off) => {
          const offDays = new Set(off.map(jakartaDay));
          const until = answerUntil(now, days, offDays);
          const due = jakartaDay(until);
          expect(answerTime(due)).toEqual(until);
          expect(schoolDayFrom(due, offDays)).toBe(due);
          expect(offDays.has(due)).toBe(false);
          expect(until.getTime() - now.getTime()).toBeGreaterThan((days - 1) * 86_400_000);
        },
      ),
      { numRuns: runs(300, { plain: 100 }) },
    );
  });
});
