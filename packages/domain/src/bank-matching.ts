import { UNIQUE_ADD_MAX } from './bank-matches.ts';

/** What banks take for a transfer, in rupiah: payers add it by mistake. */
export const TRANSFER_FEES = [2500, 6500] as const;

/** The exact amount that a family was asked for, in rupiah. */
export interface AskedAmount {
  readonly transfer_amount: number;
  readonly unique_add: number;
}

/**
 * What is left of a line when a target gets `amount` of it: the unique add where the family sent what it was asked for,
 * with a transfer fee or without, and the rest that would stand unapplied. All in rupiah.
 */
export function extraOf(
  line: number,
  amount: number,
  asked: AskedAmount | null,
): { readonly surplus: number; readonly rest: number } {
  const sent = asked !== null && [0, ...TRANSFER_FEES].some((fee) => line === asked.transfer_amount + fee);
  const surplus = sent ? Math.min(asked.unique_add, UNIQUE_ADD_MAX, line - amount) : 0;
  return { surplus, rest: line - amount - surplus };
}

const REASONS: Readonly<Record<string, (value: string) => string>> = {
  unique_amount: () => 'nominal unik',
  reference: () => 'kode GB di berita',
  number: () => 'nomor di berita',
  name: (score) => `nama mirip ${(Number(score) / 100).toFixed(2).replace('.', ',')}`,
  days: (days) => (days === '0' ? 'hari sama' : `selisih ${days} hari`),
  fee: (rupiah) => `biaya transfer Rp ${Number(rupiah).toLocaleString('id-ID')}`,
  same_amount: () => 'nominal sama',
};

/** The words for a stored reason, as `name:93` or `unique_amount`. */
export function reasonText(reason: string): string {
  const [code = '', value = ''] = reason.split(':');
  return REASONS[code]?.(value) ?? code;
}
