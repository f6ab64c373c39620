import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { YEARS_OF_SPAN, yearsAfter } from '@gerbang/domain/reports';
import { z } from 'zod';

const NO_SUCH_YEAR = 'Tanggal harus antara tahun 2000 dan 2100';

const dayBetween = (message: string, first: string, beyond: string) =>
  // One issue a field: a value that is no day is not compared.
  z.iso
    .date({ error: message, abort: true })
    .refine((day) => day >= first && day <= '2100-12-31', beyond)
    .meta({ formatMinimum: first, formatMaximum: '2100-12-31' });

/** A calendar day `YYYY-MM-DD` that exists, from 2000 to 2100: others are typing errors, and loops over days must end. */
export const calendarDay = (message: string) => dayBetween(message, '2000-01-01', NO_SUCH_YEAR);

/** The day on which a person was born: from 1900 until today in Jakarta. */
export const birthDay = (message: string) =>
  dayBetween(message, '1900-01-01', message).refine(
    (day) => day <= jakartaDay(new Date()),
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
