import { jakartaDay } from './jakarta-time.ts';
import { addDays, YEARS_OF_SPAN, yearsAfter } from './reports.ts';

/** The first and the last day `YYYY-MM-DD` that a field takes: the screens offer no other, and the calls refuse others. */
export interface DayLimits {
  readonly first: string;
  readonly last: string;
}

/** Days outside these years are typing errors, and loops over days must end. */
export const ANY_DAY: DayLimits = { first: '2000-01-01', last: '2100-12-31' };

/** The day on which a person was born. */
export const birthDays = (now: Date): DayLimits => ({ first: '1900-01-01', last: jakartaDay(now) });

const YEARS_OF_DEADLINE = 3;
export const DEADLINE_TOO_FAR = `Batas waktu paling lama ${YEARS_OF_DEADLINE} tahun dari hari ini`;

/** A deadline; whether it may have passed already is for the rules of each call. */
export const deadlines = (now: Date): DayLimits => ({
  ...ANY_DAY,
  last: yearsAfter(jakartaDay(now), YEARS_OF_DEADLINE),
});

export const isWithin = ({ first, last }: DayLimits, day: string): boolean => day >= first && day <= last;

/** The days that either end of a span can have beside the other one; '' = not chosen. */
export function spanLimits(from: string, to: string): { readonly from: DayLimits; readonly to: DayLimits } {
  const { first, last } = ANY_DAY;
  const start = to === '' ? first : addDays(yearsAfter(to, -YEARS_OF_SPAN), 1);
  const end = from === '' ? last : addDays(yearsAfter(from, YEARS_OF_SPAN), -1);
  return {
    from: { first: start > first ? start : first, last: to === '' ? last : to },
    to: { first: from === '' ? first : from, last: end < last ? end : last },
  };
}
