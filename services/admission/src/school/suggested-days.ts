import type { PlannedDayOff } from '@gerbang/domain/school-days';
import type { Db } from '@gerbang/service-kit/data/database';
import { holidaysOf } from './holidays.ts';
import { importedSuggestions } from './school-days.repository.ts';

/** Suggestions of a year by day: what an import brought stands before the holidays of the calendar. */
export async function suggestedDays(db: Db, year: number): Promise<readonly PlannedDayOff[]> {
  const imported = await importedSuggestions(db, year);
  const known = new Set(imported.map(({ day }) => day));
  const calendar = holidaysOf(year).filter(({ day }) => !known.has(day));
  return [...imported, ...calendar].toSorted((one, two) => (one.day < two.day ? -1 : 1));
}
