import { runs, tryAll } from '@gerbang/service-kit/testing/any-input';
import { runCourse, type Tally } from './seat-course.ts';
import { openSeatPortal } from './seat-portal.ts';

/**
 * Courses in a plain test run; `SEAT_COURSES=2000` runs as many as are named, `SEAT_SEED` begins with that one. The course of
 * a seed is the same each time, but for the order in which the database serves acts that begin together.
 */
const COURSES = Number(process.env.SEAT_COURSES ?? runs(200));
const FIRST = Number(process.env.SEAT_SEED ?? Math.floor(Math.random() * 1_000_000));
/** New databases after so many courses: those of before make each of them slower. */
const A_PART = 100;
jest.setTimeout(120_000 + COURSES * 5000);

describe('seats between admission and billing', () => {
  test('when families, staff, jobs and events come in any order, late and twice, then no seat is both released and confirmed, and each is given once', async () => {
    const tally: Tally = new Map();
    process.stdout.write(`seeds ${FIRST} to ${FIRST + COURSES - 1}, each one of them\n`);
    for (let from = 0; from < COURSES; from += A_PART) {
      const portal = await openSeatPortal();
      const to = Math.min(COURSES, from + A_PART);
      try {
        for (let at = from; at < to; at += 1) await runCourse(portal, FIRST + at, tally);
      } finally {
        await portal.close();
      }
      if (COURSES > A_PART) process.stdout.write(`seeds ${FIRST + from} to ${FIRST + to - 1} hold\n`);
    }
    process.stdout.write(
      `${JSON.stringify(Object.fromEntries([...tally.keys()].toSorted().map((way) => [way, tally.get(way)])))}\n`,
    );
    if (!tryAll()) return;
    // Each way was gone.
    for (const way of [
      'ends open',
      'ends accepted',
      'ends released',
      'answered confirmed',
      'answered paid',
      'except',
    ])
      expect([way, (tally.get(way) ?? 0) > 0]).toEqual([way, true]);
  });
});
