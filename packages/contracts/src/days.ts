import { ANY_DAY, birthDays, DEADLINE_TOO_FAR, deadlines, isWithin } from '@gerbang/domain/day-limits';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { YEARS_OF_SPAN, yearsAfter } from '@gerbang/domain/reports';
import { z } from 'zod';

const NO_SUCH_YEAR = 'Tanggal harus antara tahun 2000 dan 2100';

const dayBetween = (message: string, first: string, beyond: string) =>
  // One issue a field: a value that is no day is not compared.
  z.iso
    .date({ error: message, abort: true })
    .refine((day) => isWithin({ first, last: ANY_DAY.last }, day), { error: beyond, abort: true })
    .meta({ formatMinimum: first, formatMaximum: ANY_DAY.last });

/** A calendar day `YYYY-MM-DD` that exists, from 2000 to 2100: others are typing errors, and loops over days must end. */
export const calendarDay = (message: string) => dayBetween(message, ANY_DAY.first, NO_SUCH_YEAR);

/** A day until which something must be done: at most three years from today in Jakarta. */
export const deadlineDay = (message: string) =>
  calendarDay(message).refine((day) => isWithin(deadlines(new Date()), day), DEADLINE_TOO_FAR);

/** A moment until which something must be done: as a day of Jakarta, at most three years from today. */
export const isNearMoment = (moment: string): boolean =>
  isWithin(deadlines(new Date()), jakartaDay(new Date(moment)));

/** The day on which a person was born: from 1900 until today in Jakarta. */
export const birthDay = (message: string) =>
  dayBetween(message, birthDays(new Date()).first, message).refine(
    (day) => isWithin(birthDays(new Date()), day),
    'Tanggal lahir tidak boleh di masa depan',
  );

/** A query whose days `first` and `last` are in their order and at most six years apart. */
export function withSpan<S extends z.ZodObject>(query: S, first: string, last: string): S {
  return query.superRefine((typed, context) => {
    const { [first]: from, [last]: to } = typed as Record<string, unknown>;
    if (typeof from !== 'string' || typeof to !== 'string') return;
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: [last], message });
    if (to < from) refuse('Tanggal akhir harus sama dengan atau sesudah tanggal awal');
    else if (to >= yearsAfter(from, YEARS_OF_SPAN))
      refuse(`Rentang tanggal paling lama ${YEARS_OF_SPAN} tahun`);
  });
}
