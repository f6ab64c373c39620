import type { Cell } from './statement.ts';

/** How a bank writes parts of a rupiah. */
export type DecimalSign = '.' | ',';

const PATTERNS: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{1,2}))?$/u,
  ',': /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d{1,2}))?$/u,
};
/** A hundred trillion rupiah: beyond it a number is no amount, and sums would lose digits. */
const MOST_SEN = 1e16 / 2;
/** Less than this is only the noise of a computed number. */
const LEAST = 1e-4;

/** An amount in sen; 0 for an empty cell or a dash, null for anything that is no amount. */
export function senOf(cell: Cell, decimal: DecimalSign): number | null {
  if (typeof cell === 'number') {
    // Further digits are no amount but something that a spreadsheet took it for, such as the hours of a day.
    const isMoney = Math.abs(cell - Number(cell.toFixed(2))) < LEAST;
    return isMoney ? inBounds(Math.round(cell * 100)) : null;
  }
  const text = cell.replace(/[\s'\u00a0]/gu, '').replace(/^(?:Rp|IDR)\.?/iu, '');
  if (text === '' || text === '-') return 0;
  const [, sign, whole, part] = PATTERNS[decimal].exec(text) ?? [];
  if (whole === undefined || (whole === '' && part === undefined)) return null;
  const sen = Number(whole.replace(/\D/gu, '')) * 100 + Number((part ?? '').padEnd(2, '0'));
  return inBounds(sign === '-' ? -sen : sen);
}

const inBounds = (sen: number) => (Number.isSafeInteger(sen) && Math.abs(sen) <= MOST_SEN ? sen : null);

/** A span of days, `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY = /^'?(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?(?:[ T].*)?$/u;
const ISO_DAY = /^'?(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?$/u;

/** The day in the calendar; null for one that does not exist. */
export function dayInCalendar(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

const SERIAL = /^\d{5}(?:[.,]\d+)?$/u;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
/** 2000 to 2100. */
const SERIALS = { from: 36_526, to: 73_050 } as const;

/** The day `YYYY-MM-DD` of a number as spreadsheets count days; null for any other cell. */
export function serialDay(cell: Cell): string | null {
  const text = String(cell).trim();
  const days = SERIAL.test(text) ? Math.floor(Number(text.replace(',', '.'))) : 0;
  if (days < SERIALS.from || days > SERIALS.to) return null;
  return new Date(SERIAL_ZERO + days * 86_400_000).toISOString().slice(0, 10);
}

/** A day `YYYY-MM-DD` of a cell `DD/MM/YYYY`, `DD/MM/YY`, or `DD/MM` within the period; null where there is none. */
export function dayOf(cell: Cell, period: Period | null): string | null {
  const text = String(cell).trim();
  const [, isoYear, isoMonth, isoDay] = ISO_DAY.exec(text) ?? [];
  if (isoYear !== undefined) return dayInCalendar(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, month, year] = DAY.exec(text) ?? [];
  if (day === undefined) return null;
  if (year !== undefined) {
    return dayInCalendar(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day));
  }
  if (period === null) return null;
  const years = new Set([period.from, period.to].map((end) => Number(end.slice(0, 4))));
  const days = [...years].map((one) => dayInCalendar(one, Number(month), Number(day)));
  return days.find((one) => one !== null && one >= period.from && one <= period.to) ?? null;
}
