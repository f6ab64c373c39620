import type { Jenjang } from './levels.ts';
import { instalmentAmounts, MONEY_MAX } from './payment-schemes.ts';
import type { SchoolSettings } from './school-settings.ts';

/** What re-enrolment is likely to cost, before finance makes the scheme; whole rupiah. */
export interface FeeEstimate {
  /** The title of the school's table that it is read from. */
  readonly table: string;
  readonly full: number;
  /** The largest discount for paying at once that finance can grant; 0 = none. */
  readonly full_discount: number;
  /** Add up to `full`. */
  readonly instalments: number[];
}

const FULL = /penuh|lunas/iu;
const AMOUNT = /^Rp\s*(\d{1,3}(?:\.\d{3})*|\d+)$/u;

/** `Rp 24.000.000` as a number; null for any other text. */
function amountOf(cell: string | undefined): number | null {
  const digits = AMOUNT.exec((cell ?? '').trim())?.[1]?.replaceAll('.', '');
  const amount = Number(digits);
  return digits !== undefined && amount > 0 && amount <= MONEY_MAX ? amount : null;
}

const alike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The fee of a level as the school's own tables say it: the row that begins with the level, in the column whose title
 * says that it is paid in full. Null where no table does; nothing is guessed.
 */
export function estimateFees(
  { fee_tables, levels, discounts }: Pick<SchoolSettings, 'fee_tables' | 'levels' | 'discounts'>,
  jenjang: Jenjang,
): FeeEstimate | null {
  const label = levels.find((level) => level.jenjang === jenjang)?.label ?? jenjang;
  for (const { title, columns, rows } of fee_tables) {
    const column = columns.findIndex((name, index) => index > 0 && FULL.test(name));
    const row = rows.find(([first = '']) => alike(first, jenjang) || alike(first, label));
    const full = column < 0 ? null : amountOf(row?.[column]);
    if (full !== null) {
      const full_discount = Math.min(full, Math.max(0, ...discounts.full_payment));
      return { table: title, full, full_discount, instalments: instalmentAmounts(full) };
    }
  }
  return null;
}
