import type { Role } from './roles.ts';
import { type Ability, can } from './abilities.ts';
import { PAY_CHANNEL_LABELS, PAY_CHANNELS } from './pay-requests.ts';

/** The reports in the order of their tabs. */
export const REPORTS = ['admission', 'cash', 'arrears', 'work', 'messages'] as const;
export type ReportName = (typeof REPORTS)[number];

export const REPORT_LABELS: Readonly<Record<ReportName, string>> = {
  admission: 'Penerimaan',
  cash: 'Kas',
  arrears: 'Tunggakan',
  work: 'Pekerjaan',
  messages: 'Pesan',
};

/** What a role must be able to do to open a report. */
export const REPORT_ABILITIES = {
  admission: 'reports.admission',
  cash: 'reports.cash',
  arrears: 'reports.arrears',
  work: 'reports.work',
  messages: 'reports.messages',
} as const satisfies Readonly<Record<ReportName, Ability>>;

/** The reports that a role may open. */
export const reportsOf = (role: Role): ReportName[] =>
  REPORTS.filter((name) => can(role, REPORT_ABILITIES[name]));

/** The steps of the admission funnel, the widest first. */
export const FUNNEL_STEPS = [
  'registered',
  'verified',
  'observed',
  'accepted',
  're_enrolled',
  'paid',
] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export const FUNNEL_LABELS: Readonly<Record<FunnelStep, string>> = {
  registered: 'Terdaftar',
  verified: 'Biaya terverifikasi',
  observed: 'Observasi',
  accepted: 'Diterima',
  re_enrolled: 'Daftar ulang',
  paid: 'Lunas',
};

/** What came in: fees of registrations, and payments of invoices. */
export const CASH_SOURCES = ['registration_fee', 'invoice'] as const;
export type CashSource = (typeof CASH_SOURCES)[number];

export const CASH_SOURCE_LABELS: Readonly<Record<CashSource, string>> = {
  registration_fee: 'Biaya pendaftaran',
  invoice: 'Tagihan',
};

/** How money came; `bank_line` is a transfer that was booked from a statement of the bank. */
export const CASH_METHODS = ['transfer', 'cash', 'bank_line', ...PAY_CHANNELS] as const;
export type CashMethod = (typeof CASH_METHODS)[number];

/**
 * How reports name the ways. Cash that fell into no drawer stands apart in a school that has drawers: what a list says was paid before
 * the portal, and bookings of the time before drawers. So `cash` is what the drawers add up to, day by day.
 */
export const REPORTED_METHODS = [...CASH_METHODS, 'cash_apart'] as const;
export type ReportedMethod = (typeof REPORTED_METHODS)[number];

export const CASH_METHOD_LABELS: Readonly<Record<ReportedMethod, string>> = {
  transfer: 'Transfer',
  cash: 'Tunai',
  cash_apart: 'Tunai di luar kas loket',
  bank_line: 'Mutasi bank',
  ...PAY_CHANNEL_LABELS,
};

/** How reports name what went back to families. */
export const RETURNED_WORDS = {
  refunds: 'Pengembalian',
  net: 'Bersih setelah pengembalian',
  unapplied: 'Dana belum dibukukan yang dikembalikan',
} as const;

/** The day by which a sum is counted: of the verification, or the payment's own. */
export const CASH_DAYS = ['verified', 'paid'] as const;
export type CashDay = (typeof CASH_DAYS)[number];

/** What may be done next about an invoice that is overdue. */
export const ARREARS_STEPS = ['verify', 'rejected', 'remind', 'reminded'] as const;
export type ArrearsStep = (typeof ARREARS_STEPS)[number];

export const ARREARS_STEP_LABELS: Readonly<Record<ArrearsStep, string>> = {
  verify: 'Periksa bukti',
  rejected: 'Hubungi keluarga',
  remind: 'Kirim pengingat',
  reminded: 'Sudah diingatkan',
};

/** What waits for staff: a registration's proof, an invoice's payment, a re-enrolment's confirmation. */
export const WORK_KINDS = ['proof', 'payment', 'confirmation'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const WORK_LABELS: Readonly<Record<WorkKind, string>> = {
  proof: 'Bukti biaya pendaftaran',
  payment: 'Pembayaran tagihan',
  confirmation: 'Konfirmasi daftar ulang',
};

/** How far a message came; one that still waits to be sent has none. `sent` = WhatsApp has it and reports nothing yet. */
export const MESSAGE_OUTCOMES = ['delivered', 'read', 'failed', 'email', 'sent'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export const MESSAGE_OUTCOME_LABELS: Readonly<Record<MessageOutcome, string>> = {
  delivered: 'Sampai',
  read: 'Dibaca',
  failed: 'Gagal',
  email: 'Lewat email',
  sent: 'Belum ada kabar',
};

/** How the days of a span are put together in a picture. */
export type Grain = 'day' | 'week' | 'month';

const DAY_MS = 86_400_000;
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The day this many days later; days are `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string => dayAt(utc(day) + days * DAY_MS);

/** How many days a span has, both ends counted. */
export const daysBetween = (from: string, to: string): number => (utc(to) - utc(from)) / DAY_MS + 1;

/** Days up to a month, weeks up to half a year, months beyond. */
export function grainOf(from: string, to: string): Grain {
  const days = daysBetween(from, to);
  if (days <= 31) return 'day';
  return days <= 183 ? 'week' : 'month';
}

/** The first day of the week (from Monday) or month of a day, or the day itself. */
export function startOf(grain: Grain, day: string): string {
  if (grain === 'month') return `${day.slice(0, 7)}-01`;
  if (grain === 'day') return day;
  return addDays(day, -((new Date(utc(day)).getUTCDay() + 6) % 7));
}

/** More columns than six years have days; more would be a span that no check has seen. */
const COLUMNS_MOST = 2500;

/** The starts of all weeks, months or days that a span touches; throws where they are too many. */
export function columnsOf(grain: Grain, from: string, to: string): string[] {
  const columns: string[] = [];
  for (let at = startOf(grain, from); at <= to; ) {
    if (columns.length === COLUMNS_MOST) throw new RangeError('a span has too many columns');
    columns.push(at);
    at = grain === 'month' ? startOf('month', addDays(at, 31)) : addDays(at, grain === 'week' ? 7 : 1);
  }
  return columns;
}

/** Registration for a school year begins on 1 July of the year before it. */
const SEASON = '07-01';

/** The first day of the season: that of the academic year `2027/2028`, or the last 1 July before `today`. */
export function seasonStart(today: string, academicYear?: string): string {
  if (academicYear !== undefined) return `${Number(academicYear.slice(0, 4)) - 1}-${SEASON}`;
  const year = Number(today.slice(0, 4));
  return today.slice(5) >= SEASON ? `${year}-${SEASON}` : `${year - 1}-${SEASON}`;
}

/** The last day of the season that begins on `start`. */
export const seasonEnd = (start: string): string => addDays(yearAfter(start), -1);

const yearAfter = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** The longest span of a report or a list. */
export const YEARS_OF_SPAN = 6;

/** The same day some years later; 29 February becomes 1 March where the year has none. */
export function yearsAfter(day: string, years: number): string {
  const at = new Date(utc(day));
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return at.toISOString().slice(0, 10);
}

/** What a query of a report says about its days. */
export interface SpanFilters {
  readonly academic_year?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The span that a query of a report stands for: from the season's beginning until today, or until six years later for a
 * season that is long over. Null where chosen days make it longer than that.
 */
export function reportSpan(
  { academic_year, from, to }: SpanFilters,
  today: string,
): { readonly from: string; readonly to: string } | null {
  const end = to ?? today;
  const start = from ?? seasonStart(end, academic_year);
  const first = start < end ? start : end;
  const longest = addDays(yearsAfter(first, YEARS_OF_SPAN), -1);
  if (end <= longest) return { from: first, to: end };
  return from === undefined && to === undefined ? { from: first, to: longest } : null;
}

/** The same day a year earlier; 29 February becomes the 28th. */
export function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
}

/** `2027/2028` → `2026/2027`. */
export function academicYearBefore(academicYear: string): string {
  const year = Number(academicYear.slice(0, 4));
  return `${year - 1}/${year}`;
}
