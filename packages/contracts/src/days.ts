import { ANY_DAY, deadlines } from '@gerbang/domain/day-limits';
import { birthDays, type DayLimits, dayProblem, isWithin } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { YEARS_OF_SPAN, yearsAfter } from '@gerbang/domain/reports';
import { z } from 'zod';

/** A day that exists, within limits that do not move; `message` is said of what is no day. */
export const dayWithin = (message: string, limits: DayLimits) =>
  // One issue a field: a value that is no day is not compared.
  z.iso
    .date({ error: message, abort: true })
    .refine((day) => isWithin(limits, day), {
      error: ({ input }) => dayProblem(limits, String(input)) ?? message,
      abort: true,
    })
    .meta({ formatMinimum: limits.first, formatMaximum: limits.last });

/** A calendar day `YYYY-MM-DD` that exists, from 2000 to 2100: others are typing errors, and loops over days must end. */
export const calendarDay = (message: string) => dayWithin(message, ANY_DAY);

/** A day until which something must be done: at most three years from today in Jakarta. */
export const deadlineDay = (message: string) =>
  calendarDay(message).refine((day) => isWithin(deadlines(new Date()), day), deadlines(new Date()).late);

/** A moment until which something must be done: as a day of Jakarta, at most three years from today. */
export const isNearMoment = (moment: string): boolean =>
  isWithin(deadlines(new Date()), jakartaDay(new Date(moment)));

/** The day on which a person was born: from 1900 until today in Jakarta. */
export const birthDay = (message: string) => {
  const limits = birthDays(new Date());
  return dayWithin(message, { ...limits, last: ANY_DAY.last }).refine(
    (day) => isWithin(birthDays(new Date()), day),
    limits.late,
  );
};

/** A month `YYYY-MM`. */
export const calendarMonth = () =>
  z.string('Bulan harus dipilih').regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u, 'Bulan tidak valid');

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
