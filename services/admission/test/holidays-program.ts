import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALENDAR_YEARS } from '@gerbang/domain/day-limits';
import { computedHolidays } from './computed-holidays.ts';

/** Program (`npm run holidays:table`): writes the table of public holidays anew, as after an update of the library. */
const years = Array.from(
  { length: CALENDAR_YEARS.max - CALENDAR_YEARS.min + 1 },
  (_, index) => CALENDAR_YEARS.min + index,
);
const table = Object.fromEntries(years.map((year) => [year, computedHolidays(year)]));
const file = join(import.meta.dirname, '../data/holidays.json');
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
console.log(`${file}: ${years.length} years`);
