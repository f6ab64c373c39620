import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedDayOff } from '@gerbang/domain/school-days';

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
