import type { PlannedDayOff } from '@gerbang/domain/school-days';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Holidays } from './holidays.ts';
import { importedSuggestions } from './school-days.repository.ts';

/** Suggestions of a year by day: what an import brought stands before what the calendar computes. */
export async function suggestedDays(
  db: Db,
  holidays: Holidays,
  year: number,
): Promise<readonly PlannedDayOff[]> {
  const imported = await importedSuggestions(db, year);
  const known = new Set(imported.map(({ day }) => day));
  const computed = (await holidays.of(year)).filter(({ day }) => !known.has(day));
  return [...imported, ...computed].toSorted((one, two) => (one.day < two.day ? -1 : 1));
}
