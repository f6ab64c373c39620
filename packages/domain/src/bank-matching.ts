import { UNIQUE_ADD_MAX, type Confidence } from './bank-matches.ts';
import type { BankTarget } from './payment-expectations.ts';

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

/** An amount that is kept for a target. */
export interface HeldAmount extends AskedAmount {
  readonly id: string;
  readonly base: number;
  readonly reference: string;
  /** Whether the money is still to come: an amount stays kept for a while after it came, or was replaced by another. */
  readonly awaited: boolean;
}

/** A fee or an invoice of the line's account that is not paid, or several fees that a family pays with one transfer. */
export interface MatchTarget {
  readonly kind: BankTarget;
  /** Of several fees the id of their expectation. */
  readonly id: string;
  /** The fees that are paid together, all or none of them; their amounts are what is owed. */
  readonly fees?: readonly { readonly id: string; readonly amount: number }[];
  /** By which payers name it: of the registration, and of the invoice. */
  readonly numbers: readonly string[];
  /** In rupiah. */
  readonly owed: number;
  /** Of father, mother and child. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD` in Jakarta: when the slip that waits was uploaded, and when payment dialogs were opened. */
  readonly days: readonly string[];
  readonly held: readonly HeldAmount[];
}

/** Money that came in. */
export interface MatchLine {
  readonly id: string;
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly text: string;
}

/** What a line may pay. */
export interface Candidate {
  readonly kind: BankTarget;
  readonly target_id: string;
  /** The kept amount that it rests on. */
  readonly expectation_id: string | null;
  /** What the target would get, in rupiah. */
  readonly amount: number;
  readonly confidence: Confidence;
  /** Codes, for `reasonText`. */
  readonly reasons: readonly string[];
}

/**
 * A line's candidates, all of one confidence; `settlement` where its text says that a gateway pays out, `attention` where a
 * person has to look at it first.
 */
export interface LineMatches {
  readonly line_id: string;
  readonly candidates: readonly Candidate[];
  readonly settlement: boolean;
  readonly attention: boolean;
}

const REASONS: Readonly<Record<string, (value: string) => string>> = {
  unique_amount: () => 'nominal unik',
  reference: () => 'kode GB di berita',
  number: () => 'nomor di berita',
  name: (score) => `nama mirip ${(Number(score) / 100).toFixed(2).replace('.', ',')}`,
  days: (days) => (days === '0' ? 'hari sama' : `selisih ${days} hari`),
  fee: (rupiah) => `biaya transfer Rp ${Number(rupiah).toLocaleString('id-ID')}`,
  same_amount: () => 'nominal sama',
  maybe_same: () => 'mungkin baris yang sama',
  taken_back: () => 'nominal sama keluar lagi',
  questionable: () => 'berita menyebut koreksi atau retur',
};

/** The words for a stored reason, as `name:93` or `unique_amount`. */
export function reasonText(reason: string): string {
  const [code = '', value = ''] = reason.split(':');
  return REASONS[code]?.(value) ?? code;
}
