import { isTransferWord } from './bank-lines.ts';

/** Why a line is never booked as certain. */
export const LINE_DOUBTS = ['maybe_same', 'taken_back'] as const;
export type LineDoubt = (typeof LINE_DOUBTS)[number];

export const DOUBT_LABELS: Readonly<Record<LineDoubt, string>> = {
  maybe_same: 'Mungkin baris yang sama',
  taken_back: 'Bank mencatat nominal sama keluar',
};

/** Within how many days the bank takes back what it gave, or gives again what went out. */
export const TAKEN_BACK_DAYS = 7;

/** Parts of a bank's codes, which say nothing of the payer. */
const CODES = new Set(['FTSCY', 'FTFVA', 'FTQRS', 'BANKING', 'FAST']);
const SHORTEST = 3;

/** The words of a bank's text that may name the payer. */
function payerWords(text: string): string[] {
  return text
    .toUpperCase()
    .split(/\s+/u)
    .filter((word) => !isTransferWord(word))
    .flatMap((word) => word.split(/[^\p{L}\p{M}]+/u))
    .filter((word) => word.length >= SHORTEST && !CODES.has(word) && !isTransferWord(word));
}

/**
 * Whether two texts may be one bank's words for the same transfer: half of the shorter one's names stand in the other, cut off or
 * not. Where one of them names no payer, nothing tells them apart.
 */
export function maybeSameWords(one: string, other: string): boolean {
  const [few = [], many = []] = [payerWords(one), payerWords(other)].toSorted((a, b) => a.length - b.length);
  if (few.length === 0) return true;
  const shared = few.filter((word) => many.some((its) => its.startsWith(word) || word.startsWith(its)));
  return shared.length * 2 >= few.length;
}
