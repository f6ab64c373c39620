import { dayText } from '@gerbang/domain/date-text';
import type { Statement, StatementCheck } from './statement.ts';
import { dayInCalendar } from './statement-values.ts';

/** Days that never lie between two neighbouring movements of an account in use. */
const LONGEST_PAUSE = 27;
const DAY_MS = 86_400_000;
const NAMED = 3;

const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const spread = (days: readonly number[]) => Math.max(...days) - Math.min(...days);

/** The day as a spreadsheet has made it that took the month for the day; null where that is no other day. */
function swapped(day: string): string | null {
  const [year, month, of] = day.split('-').map(Number);
  const other = dayInCalendar(year ?? 0, of ?? 0, month ?? 0);
  return other === day ? null : other;
}

/** A day with its other reading, where a spreadsheet may have changed it. */
function bothReadings(days: readonly string[], isRight: (day: string) => boolean): string {
  const names = days.slice(0, NAMED).map((day) => {
    const other = swapped(day);
    return other !== null && isRight(other) ? `${dayText(day)} (atau ${dayText(other)})` : dayText(day);
  });
  return [names.join(', '), days.length > NAMED ? `dan ${days.length - NAMED} hari lain` : '']
    .filter(Boolean)
    .join(' ');
}

const SPREADSHEET =
  'Excel dapat menukar tanggal dan bulan. Unduh ulang berkasnya dari bank dan unggah tanpa menyimpannya di Excel.';

/** Whether all days lie within the period that the file itself names. */
function checkPeriod({ lines, period }: Statement): StatementCheck {
  const check = 'period';
  if (period === null) return { check, result: 'absent', text: 'Berkas tidak menyebut periodenya.' };
  const inPeriod = (day: string) => day >= period.from && day <= period.to;
  const outside = new Set(lines.flatMap(({ booked_on }) => booked_on ?? []).filter((day) => !inPeriod(day)));
  if (outside.size === 0) return { check, result: 'passed', text: 'Semua tanggal di dalam periode berkas.' };
  const days = bothReadings([...outside], inPeriod);
  return {
    check,
    result: 'failed',
    text: `Ada tanggal di luar periode berkas (${dayText(period.from)} sampai ${dayText(period.to)}): ${days}. ${SPREADSHEET}`,
  };
}

/** The reading of the days that lie closest to this one. */
const closestTo = (anchor: number, days: readonly string[]) =>
  days.map((day) => {
    const other = swapped(day);
    const apart = (one: string) => Math.abs(numberOf(one) - anchor);
    return other !== null && apart(other) < apart(day) ? other : day;
  });

/** Whether the days jump by months and would not with day and month exchanged, where no period tells which is right. */
function checkJumps({ lines, period }: Statement, formerDay: string | null): StatementCheck {
  const check = 'days';
  const days = lines.flatMap(({ booked_on }) => booked_on ?? []);
  const [first] = days;
  const passed: StatementCheck = { check, result: 'passed', text: 'Tanggal tidak melompat.' };
  if (period !== null || first === undefined) return passed;
  const former = formerDay === null ? [] : [numberOf(formerDay)];
  const now = spread([...former, ...days.map(numberOf)]);
  const fixed = days.find((day) => swapped(day) === null);
  const anchors = [...former, ...[fixed, swapped(first)].flatMap((day) => (day ? [numberOf(day)] : []))];
  const other = anchors
    .map((anchor) => closestTo(anchor, days))
    .map((read) => ({ read, spread: spread([...former, ...read.map(numberOf)]) }))
    .reduce((best, one) => (one.spread < best.spread ? one : best), { read: days, spread: now });
  if (now <= LONGEST_PAUSE || other.spread > now / 2) return passed;
  const changed = new Set(days.filter((day, at) => day !== other.read[at]));
  return {
    check,
    result: 'warning',
    text: `Tanggal melompat berbulan-bulan: ${bothReadings([...changed], (day) => other.read.includes(day))}. ${SPREADSHEET}`,
  };
}

/** What a spreadsheet does to days: it takes months for days where both could be meant. */
export const checkReadings = (statement: Statement, formerDay: string | null): StatementCheck[] => [
  checkPeriod(statement),
  checkJumps(statement, formerDay),
];
