import { expectEachWay, minutesForAll, newSeed, runs } from '@gerbang/domain/testing/runs';
import { runCourse, type Tally } from './seat-course.ts';
import { openSeatPortal } from './seat-portal.ts';

/**
 * The course of a seed is the same each time, but for the order in which the database serves acts that begin together.
 * `PROPERTY_RUNS=2000` runs so many of them.
 */
const COURSES = runs(200, { plain: 5 });
const FIRST = newSeed();
/** New databases after so many courses: those of before make each of them slower. */
const A_PART = 100;
minutesForAll(60);

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
    expectEachWay(tally.keys(), [
      'ends open',
      'ends accepted',
      'ends released',
      'answered confirmed',
      'answered paid',
      'except',
    ]);
  });
});
