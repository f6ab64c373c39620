import { jakartaDay } from './jakarta-time.ts';
import { yearsAfter } from './reports.ts';

/** The first and the last day `YYYY-MM-DD` that a field takes: the screens offer no other, and the calls refuse others. */
export interface DayLimits {
  readonly first: string;
  readonly last: string;
}

/** Days outside these years are typing errors, and loops over days must end. */
export const ANY_DAY: DayLimits = { first: '2000-01-01', last: '2100-12-31' };

/** The day on which a person was born. */
export const birthDays = (now: Date): DayLimits => ({ first: '1900-01-01', last: jakartaDay(now) });

export const YEARS_OF_DEADLINE = 3;

/** A deadline; whether it may have passed already is for the rules of each call. */
export const deadlines = (now: Date): DayLimits => ({
  ...ANY_DAY,
  last: yearsAfter(jakartaDay(now), YEARS_OF_DEADLINE),
});

export const isWithin = ({ first, last }: DayLimits, day: string): boolean => day >= first && day <= last;
