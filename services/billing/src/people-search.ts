import { containing } from '@gerbang/service-kit/search';
import type { Knex } from 'knex';

/** Words beyond these are not looked for: a search is a few words, and each costs a look at the index. */
const MOST_WORDS = 8;
/** Fewer digits than this are part of too many numbers to be meant as a phone. */
const FEWEST_DIGITS = 4;
const LIKE_PHONE = /^[\s\d+().-]+$/u;

/** The digits as stored numbers have them: whatever stands for the country is left off. */
function phonePattern(typed: string): string | null {
  const plain = typed.normalize('NFKC');
  if (!LIKE_PHONE.test(plain)) return null;
  const digits = plain.replace(/\D/gu, '').replace(/^(?:(?:00)?62)?0*/u, '');
  return digits.length < FEWEST_DIGITS ? null : `%${digits}%`;
}

/**
 * Adds what a typed text looks for to the alternatives of a search: every word somewhere in the registration's copy, its
 * wildcards escaped, or a phone in any spelling (admission workflow, "/admin/enrollment"; reliability B10).
 */
export function orPeople(any: Knex.QueryBuilder, typed: string): void {
  const words = [...new Set(typed.split(/\s+/u).flatMap((word) => containing(word) ?? []))];
  void any.where((all) => {
    for (const word of words.slice(0, MOST_WORDS)) {
      void all.whereRaw('registrations.search_text like lower(?)', [word]);
    }
  });
  const phone = phonePattern(typed);
  if (phone !== null) void any.orWhere('registrations.search_text', 'like', phone);
}

/** Whether there is anything to look for. */
export function isSearch(typed: string | undefined): typed is string {
  return containing(typed) !== null;
}
