import type { PlannedDayOff } from '@gerbang/domain/school-days';
import { serveJobs } from '@gerbang/service-kit/program/serve-jobs';
import Holidays from 'date-holidays';
import type { HolidayJob } from './holidays.ts';

const DAY_MS = 86_400_000;
const JOINT_LEAVE = /cuti bersama/iu;
/** The library calls the night journey by the name of the Prophet's birthday in Indonesian. */
const NAMES: Readonly<Record<string, string>> = { '27 Rajab': 'Isra Mikraj Nabi Muhammad' };

/** Every day of a holiday, as `YYYY-MM-DD`: some last two. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
  return Array.from({ length }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10));
}

/** Program: computes the public holidays of Indonesia; a process of its own, because the calendars of all countries load. */
serveJobs(async ({ year }: HolidayJob): Promise<PlannedDayOff[]> => {
  const calendar = new Holidays('ID', { languages: ['id'], types: ['public', 'bank'] });
  const found = new Map<string, PlannedDayOff>();
  for (const holiday of calendar.getHolidays(year, 'id')) {
    for (const day of daysOf(holiday)) {
      const kind = JOINT_LEAVE.test(holiday.name) ? ('joint_leave' as const) : ('national' as const);
      if (!found.has(day)) found.set(day, { day, name: NAMES[holiday.rule] ?? holiday.name, kind });
    }
  }
  return [...found.values()].toSorted((one, two) => (one.day < two.day ? -1 : 1));
});
