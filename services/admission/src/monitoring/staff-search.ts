import { containing } from '@gerbang/service-kit/search';

/** Words beyond these are not looked for: a search is a few words, and each costs a look at the index. */
const MOST_WORDS = 8;
/** Fewer digits than this are part of too many numbers to be meant as a phone. */
const FEWEST_DIGITS = 4;
const LIKE_PHONE = /^[\s\d+().-]+$/u;

/** The digits as stored numbers have them: whatever stands for the country is left off. */
function phoneDigits(text: string): string | null {
  const plain = text.normalize('NFKC');
  if (!LIKE_PHONE.test(plain)) return null;
  const digits = plain.replace(/\D/gu, '').replace(/^(?:(?:00)?62)?0*/u, '');
  return digits.length < FEWEST_DIGITS ? null : digits;
}

/** Patterns for `search_text`: all of `words` together, or the phone by itself. */
export interface StaffSearch {
  readonly words: readonly string[];
  readonly phone: string | null;
}

/**
 * What a typed text looks for: every word somewhere in the registration's text, its wildcards escaped, or a phone in
 * any spelling (admission workflow, "Admin registration monitoring"; reliability B10); null = no search.
 */
export function staffSearch(typed: string | undefined): StaffSearch | null {
  const all = (typed ?? '').split(/\s+/u).flatMap((word) => containing(word) ?? []);
  const words = [...new Set(all)].slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const digits = phoneDigits(typed ?? '');
  return { words, phone: digits === null ? null : `%${digits}%` };
}
