import { dayText } from './date-text.ts';
import { CHECK_YEAR, type DayLimits } from './day-range.ts';
import { jakartaDay } from './jakarta-time.ts';
import { addDays, YEARS_OF_SPAN, yearsAfter } from './reports.ts';

const NO_SUCH_YEAR = `Tanggal harus antara tahun 2000 dan 2100. ${CHECK_YEAR}`;

/** Days outside these years are typing errors, and loops over days must end. */
export const ANY_DAY: DayLimits = {
  first: '2000-01-01',
  last: '2100-12-31',
  early: NO_SUCH_YEAR,
  late: NO_SUCH_YEAR,
};

const YEARS_OF_DEADLINE = 3;
export const DEADLINE_TOO_FAR = `Batas waktu paling lama ${YEARS_OF_DEADLINE} tahun dari hari ini. ${CHECK_YEAR}`;

/** A deadline; whether it may have passed already is for the rules of each call. */
export const deadlines = (now: Date): DayLimits => ({
  ...ANY_DAY,
  last: yearsAfter(jakartaDay(now), YEARS_OF_DEADLINE),
  late: DEADLINE_TOO_FAR,
});

/** The days on which a wave opens and closes. */
export const waveDays = (now: Date): DayLimits => ({
  ...deadlines(now),
  first: '2020-01-01',
  early: `Tanggal gelombang tidak boleh sebelum tahun 2020. ${CHECK_YEAR}`,
});

/** The years of which the school's calendar knows suggestions. */
export const CALENDAR_YEARS = { min: 2020, max: 2075 } as const;
const NOT_IN_CALENDAR = `Tanggal hari libur harus antara tahun ${CALENDAR_YEARS.min} dan ${CALENDAR_YEARS.max}. ${CHECK_YEAR}`;
/** A day off. */
export const DAYS_OFF: DayLimits = {
  first: `${CALENDAR_YEARS.min}-01-01`,
  last: `${CALENDAR_YEARS.max}-12-31`,
  early: NOT_IN_CALENDAR,
  late: NOT_IN_CALENDAR,
};

/** The day of an observation that is scheduled today. */
export const observationDays = (today: string): DayLimits => ({
  ...ANY_DAY,
  first: today,
  early: 'Tanggal observasi tidak boleh di masa lalu. Pilih hari ini atau sesudahnya.',
});

/** The last day on which a document that is approved today is valid. */
export const expiryDays = (today: string): DayLimits => ({
  ...ANY_DAY,
  first: today,
  early: 'Masa berlaku dokumen ini sudah lewat. Periksa tanggalnya, atau kembalikan dokumen ini.',
});

/** The day on which money was sent back that came in on another one. */
export const returnDays = (bookedOn: string, today: string): DayLimits => ({
  first: bookedOn,
  last: today,
  early: `Tanggal pengembalian tidak boleh sebelum uangnya masuk. Pilih ${dayText(bookedOn)} atau sesudahnya.`,
  late: 'Tanggal pengembalian tidak boleh di masa depan. Pilih hari ini atau sebelumnya.',
});

const TOO_LONG = `Rentang tanggal paling lama ${YEARS_OF_SPAN} tahun. Ubah tanggal ini atau tanggal yang satu lagi.`;
const IN_ORDER =
  'Tanggal awal tidak boleh sesudah tanggal akhir. Ubah tanggal ini atau tanggal yang satu lagi.';

/** The days that either end of a span can have beside the other one; '' = not chosen. */
export function spanLimits(from: string, to: string): { readonly from: DayLimits; readonly to: DayLimits } {
  const { first, last } = ANY_DAY;
  const start = to === '' ? first : addDays(yearsAfter(to, -YEARS_OF_SPAN), 1);
  const end = from === '' ? last : addDays(yearsAfter(from, YEARS_OF_SPAN), -1);
  return {
    from: {
      ...(start > first ? { first: start, early: TOO_LONG } : { first, early: NO_SUCH_YEAR }),
      ...(to === '' ? { last, late: NO_SUCH_YEAR } : { last: to, late: IN_ORDER }),
    },
    to: {
      ...(from === '' ? { first, early: NO_SUCH_YEAR } : { first: from, early: IN_ORDER }),
      ...(end < last ? { last: end, late: TOO_LONG } : { last, late: NO_SUCH_YEAR }),
    },
  };
}
