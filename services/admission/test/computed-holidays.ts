import Holidays from 'date-holidays';

const DAY_MS = 86_400_000;
/** The library calls the night journey by the name of the Prophet's birthday in Indonesian. */
const NAMES: Readonly<Record<string, string>> = { '27 Rajab': 'Isra Mikraj Nabi Muhammad' };
const calendar = new Holidays('ID', { languages: ['id'], types: ['public', 'bank'] });

/** Every day of a holiday, as `YYYY-MM-DD`: some last two. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
  return Array.from({ length }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10));
}

/** The public holidays of Indonesia in a year as the library computes them: names by day (`MM-DD`), in their order. */
export function computedHolidays(year: number): Record<string, string> {
  const found = new Map<string, string>();
  for (const holiday of calendar.getHolidays(year, 'id')) {
    for (const day of daysOf(holiday)) {
      const key = day.slice('YYYY-'.length);
      if (!found.has(key)) found.set(key, NAMES[holiday.rule] ?? holiday.name);
    }
  }
  return Object.fromEntries([...found].toSorted(([one], [two]) => (one < two ? -1 : 1)));
}
