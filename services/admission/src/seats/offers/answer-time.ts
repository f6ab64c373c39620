import { answerTime, answerUntil } from '@gerbang/domain/answer-days';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Db } from '@gerbang/service-kit/data/database';
import { allDaysOff } from '../../school-record/school-days.repository.ts';

/** The days without school. */
export async function daysOff(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await allDaysOff(db)).map(({ day }) => day));
}

/** When a family that is offered a seat now must have answered. */
export async function answerTimeOf(db: Db, now: Date, days: number): Promise<Date> {
  return answerUntil(now, days, await daysOff(db));
}

const DAY_MS = 86_400_000;

/** The first 20.00 of a school day that is at least so many whole days away. */
export async function answerTimeAfter(db: Db, now: Date, days: number): Promise<Date> {
  const least = new Date(now.getTime() + days * DAY_MS);
  const tooEarly = answerTime(jakartaDay(least)) < least;
  return answerUntil(least, tooEarly ? 1 : 0, await daysOff(db));
}
