import type { PlannedDayOff } from '@gerbang/domain/school-days';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A row of `school_days_off`. */
export type DayOffRecord = Tables['school_days_off'];
type NewDayOff = Pick<DayOffRecord, 'day' | 'name' | 'kind' | 'source'>;

const firstAndLast = (year: number): [string, string] => [`${year}-01-01`, `${year}-12-31`];

/** The days off of a year, in their order. */
export async function daysOffOf(db: Db, year: number): Promise<DayOffRecord[]> {
  return db('school_days_off').whereBetween('day', firstAndLast(year)).orderBy('day');
}

/** Every day off, in their order. */
export async function allDaysOff(db: Db): Promise<DayOffRecord[]> {
  return db('school_days_off').orderBy('day');
}

/**
 * Writes days off, by the order of the days, so that two callers never wait for each other; a day that is taken is left
 * out of what is returned.
 */
export async function insertDaysOff(
  trx: Db,
  days: readonly NewDayOff[],
  creator: { readonly id: string; readonly name: string | null },
): Promise<DayOffRecord[]> {
  const ordered = days.toSorted((one, two) => (one.day < two.day ? -1 : 1));
  return trx('school_days_off')
    .insert(
      ordered.map((day) => ({
        ...day,
        id: uuidv7(),
        created_by_id: creator.id,
        created_by_name: creator.name,
      })),
    )
    .onConflict('day')
    .ignore()
    .returning<DayOffRecord[]>('*');
}

/** Deletes a day off; undefined where there is none. */
export async function removeDayOff(trx: Db, id: string): Promise<DayOffRecord | undefined> {
  const [removed] = await trx('school_days_off').where({ id }).delete().returning<DayOffRecord[]>('*');
  return removed;
}

/** What imports suggested and was not confirmed yet, of one year. */
export async function importedSuggestions(db: Db, year: number): Promise<PlannedDayOff[]> {
  return db('school_day_suggestions')
    .select('day', 'name', 'kind')
    .whereBetween('day', firstAndLast(year))
    .orderBy('day');
}

/** Keeps suggested days that are no days off already; a later import of the same day wins. */
export async function keepSuggestions(trx: Db, days: readonly PlannedDayOff[]): Promise<void> {
  await trx.raw(
    `insert into school_day_suggestions (day, name, kind)
     select distinct on (day) day, name, kind from jsonb_to_recordset(?::jsonb) as t(day date, name text, kind text)
     where not exists (select from school_days_off o where o.day = t.day)
     order by day, name
     on conflict (day) do update set name = excluded.name, kind = excluded.kind, created_at = now()`,
    [JSON.stringify(days.map(({ day, name, kind }) => ({ day, name, kind })))],
  );
}

/** Takes suggestions away whose days are decided. */
export async function dropSuggestions(trx: Db, days: readonly string[]): Promise<void> {
  await trx('school_day_suggestions').whereIn('day', days).delete();
}

/** How many days off there are from this day (`YYYY-MM-DD`) on. */
export async function countDaysOff(db: Db, from: string): Promise<number> {
  const [row] = await db('school_days_off').where('day', '>=', from).count<{ n: number }[]>('* as n');
  return row?.n ?? 0;
}
