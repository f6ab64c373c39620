import { jakartaDay } from './jakarta-time.ts';

/** The first and the last day `YYYY-MM-DD` that a field takes: the screens offer no other, and the calls refuse others. */
export interface DayLimits {
  readonly first: string;
  readonly last: string;
  /** Cause and remedy, said of a day before the first one. */
  readonly early: string;
  /** The same of a day after the last one. */
  readonly late: string;
}

export const CHECK_YEAR = 'Periksa tahunnya.';

/** The day on which a person was born. */
export const birthDays = (now: Date): DayLimits => ({
  first: '1900-01-01',
  last: jakartaDay(now),
  early: `Tanggal lahir tidak boleh sebelum tahun 1900. ${CHECK_YEAR}`,
  late: `Tanggal lahir tidak boleh di masa depan. ${CHECK_YEAR}`,
});

export const isWithin = ({ first, last }: Pick<DayLimits, 'first' | 'last'>, day: string): boolean =>
  day >= first && day <= last;

/** Why a field does not take the day; null = it does. */
export function dayProblem({ first, last, early, late }: DayLimits, day: string): string | null {
  if (day < first) return early;
  return day > last ? late : null;
}
