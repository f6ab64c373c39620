import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedDayOff } from '@gerbang/domain/school-days';
import type { Db } from '@gerbang/service-kit/data/database';
import { importedSuggestions } from '../school-record/school-days.repository.ts';

/** Names by day (`MM-DD`) by year; written by `npm run holidays:table`, because computing them takes most of a second. */
const TABLE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../data/holidays.json'), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The public holidays of Indonesia in a year of the contract's calendar, in their order. The yearly joint decree of
 * ministers is the law and moves days, so they are suggestions to a person and never days off by themselves.
 */
export function holidaysOf(year: number): PlannedDayOff[] {
  return Object.entries(TABLE[year] ?? {}).map(([day, name]) => ({
    day: `${year}-${day}`,
    name,
    kind: 'national',
  }));
}

/** Suggestions of a year by day: what an import brought stands before the holidays of the calendar. */
export async function suggestedDays(db: Db, year: number): Promise<readonly PlannedDayOff[]> {
  const imported = await importedSuggestions(db, year);
  const known = new Set(imported.map(({ day }) => day));
  const calendar = holidaysOf(year).filter(({ day }) => !known.has(day));
  return [...imported, ...calendar].toSorted((one, two) => (one.day < two.day ? -1 : 1));
}
