import { dayText } from './date-text.ts';
import { firstDayOf } from './level-ages.ts';
import { addDays } from './reports.ts';

/** When the registration fee goes back. */
export const FEE_BACKS = ['never', 'before_verified_observation', 'percent'] as const;
/** Until when a row of the rule holds. */
export const REFUND_LIMITS = ['processed', 'days_before_start', 'date'] as const;
export const REFUND_DEDUCTIONS = ['none', 'amount'] as const;

export const FEE_BACK_LABELS = {
  never: 'Tidak dikembalikan',
  before_verified_observation: 'Kembali penuh sebelum observasi dinyatakan selesai',
  percent: 'Kembali sebagian (persen)',
} as const satisfies Record<(typeof FEE_BACKS)[number], string>;
export const REFUND_LIMIT_LABELS = {
  processed: 'Sebelum daftar ulang diproses',
  days_before_start: 'Sekian hari sebelum tahun ajaran dimulai',
  date: 'Sebelum tanggal tertentu',
} as const satisfies Record<(typeof REFUND_LIMITS)[number], string>;
export const REFUND_DEDUCTION_LABELS = {
  none: 'Tanpa potongan',
  amount: 'Potongan tetap',
} as const satisfies Record<(typeof REFUND_DEDUCTIONS)[number], string>;

/** Stands for the first school year where none is set yet. */
export const ANY_SCHOOL_YEAR = '2027/2028';

/** A row of the rule; `days` and `date` (YYYY-MM-DD, Jakarta) belong to their limits and are null beside others. */
export interface RefundRow {
  readonly until: (typeof REFUND_LIMITS)[number];
  readonly days: number | null;
  readonly date: string | null;
  /** 0 to 100. */
  readonly percent: number;
}

/** What a family gets back when it leaves; rows count in order, the first that holds. */
export interface RefundRule {
  /** Set by the server: another content is another version. */
  readonly version: number;
  readonly registration_fee: {
    readonly back: (typeof FEE_BACKS)[number];
    /** 0 to 100, of `percent` alone. */
    readonly percent: number;
  };
  readonly education: readonly RefundRow[];
  /** Whole rupiah, taken once from the sum. */
  readonly deduct: { readonly kind: (typeof REFUND_DEDUCTIONS)[number]; readonly rupiah: number };
  readonly text: string;
  readonly contact: string;
}

export const REFUND_ROWS_MAX = 6;
export const REFUND_TEXT = { min: 20, max: 2000 } as const;
export const REFUND_DAYS_MAX = 365;

/** What a school begins with: nothing goes back. */
export const NEW_REFUND_RULE: RefundRule = {
  version: 1,
  registration_fee: { back: 'never', percent: 0 },
  education: [],
  deduct: { kind: 'none', rupiah: 0 },
  text: '',
  contact: '',
};

/** Whether two rules say the same; their versions and empty rules do not matter. */
export function sameRefundRule(one: RefundRule | undefined, other: RefundRule | undefined): boolean {
  const content = (rule: RefundRule | undefined) => JSON.stringify(rule && { ...rule, version: 0 });
  return content(one) === content(other);
}

/** The first day on which a row no longer holds; null where another thing than a day ends it. */
export function limitOf({ until, days, date }: RefundRow, academicYear: string): string | null {
  if (until === 'processed') return null;
  return until === 'date' ? date : addDays(firstDayOf(academicYear), -(days ?? 0));
}

/** A family's standing on the day on which it leaves; amounts are verified payments in whole rupiah. */
export interface Leaving {
  readonly day: string;
  readonly academicYear: string;
  /** Whether the school has processed the re-enrolment. */
  readonly processed: boolean;
  /** Whether the observation was found to be done. */
  readonly observed: boolean;
  readonly fee: number;
  readonly education: number;
}

export interface RefundLine {
  readonly kind: 'fee' | 'education';
  readonly paid: number;
  readonly percent: number;
  readonly back: number;
}

function educationPercent({ education }: RefundRule, { day, academicYear, processed }: Leaving): number {
  const row = education.find((one) => {
    const limit = limitOf(one, academicYear);
    return limit === null ? !processed : day < limit;
  });
  return row?.percent ?? 0;
}

function feePercent({ registration_fee: { back, percent } }: RefundRule, { observed }: Leaving): number {
  if (back === 'percent') return percent;
  return back === 'never' || observed ? 0 : 100;
}

/** What goes back by the rule, in whole rupiah: each line rounded down, the deduction at most their sum. */
export function refundOf(rule: RefundRule, leaving: Leaving) {
  const line = (kind: RefundLine['kind'], paid: number, percent: number): RefundLine => ({
    kind,
    paid,
    percent,
    back: Math.floor((paid * percent) / 100),
  });
  const lines = [
    line('fee', leaving.fee, feePercent(rule, leaving)),
    line('education', leaving.education, educationPercent(rule, leaving)),
  ].filter(({ paid }) => paid > 0);
  const sum = lines.reduce((total, { back }) => total + back, 0);
  const deduct = rule.deduct.kind === 'none' ? 0 : Math.min(rule.deduct.rupiah, sum);
  return { lines, deduct, total: sum - deduct };
}

/** What goes back of paid education fees under one row, in whole rupiah, after the deduction. */
export function refundByRow({ deduct }: RefundRule, { percent }: RefundRow, paid: number): number {
  return Math.max(0, Math.floor((paid * percent) / 100) - (deduct.kind === 'none' ? 0 : deduct.rupiah));
}

/** Families that a school holds its rule against before it comes into force; `day` = a day of the present. */
export function inventedFamilies(day: string, academicYear: string, fee: number) {
  const family = (title: string, leaving: Partial<Leaving>) => ({
    title,
    leaving: { day, academicYear, processed: false, observed: false, fee, education: 0, ...leaving },
  });
  return [
    family('Mundur sebelum observasi, hanya biaya pendaftaran yang dibayar', {}),
    family('Mundur sebelum daftar ulang diproses, tahap pertama sudah dibayar', {
      observed: true,
      education: 5_000_000,
    }),
    family('Mundur seminggu setelah tahun ajaran dimulai, lunas', {
      day: addDays(firstDayOf(academicYear), 7),
      processed: true,
      observed: true,
      education: 15_000_000,
    }),
  ];
}

/** `sebelum 1 Mei 2027`, `sebelum daftar ulang diproses`. */
export function limitText(row: RefundRow, academicYear: string): string {
  const limit = limitOf(row, academicYear);
  return limit === null ? 'sebelum daftar ulang diproses' : `sebelum ${dayText(limit)}`;
}

/** Every percentage that a text names: `60 %`, `60%`, `60 persen`. */
const percentsIn = (text: string) =>
  [...text.matchAll(/(\d{1,3})\s*(?:%|persen)/giu)].map((match) => Number(match[1]));

/** What to look at once more in a rule: rows that never count, a text that names other percentages than the rows. */
export function refundRuleWarnings(
  rule: RefundRule,
  academicYear: string,
): { readonly path: string; readonly text: string }[] {
  const never = rule.education.flatMap((row, at) => {
    const limit = limitOf(row, academicYear);
    const covered = rule.education.slice(0, at).some((before) => {
      const earlier = limitOf(before, academicYear);
      return limit === null ? earlier === null : earlier !== null && earlier >= limit;
    });
    return covered
      ? [
          {
            path: `education.${at}`,
            text: `Baris ${at + 1} tidak pernah berlaku: baris di atasnya sudah mencakupnya.`,
          },
        ]
      : [];
  });
  const known = new Set([
    rule.registration_fee.percent,
    ...rule.education.map(({ percent }) => percent),
    0,
    100,
  ]);
  const other = [...new Set(percentsIn(rule.text))].filter((percent) => !known.has(percent));
  if (other.length === 0) return never;
  const text = `Teks ketentuan menyebut ${other.map((percent) => `${percent} persen`).join(', ')}, yang tidak ada di baris.`;
  return [...never, { path: 'text', text }];
}
