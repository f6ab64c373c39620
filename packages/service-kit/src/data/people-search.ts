import type { Knex } from 'knex';
import { containing } from './search.ts';

/** Words beyond these are not looked for: a search is a few words, and each costs a look at the index. */
const MOST_WORDS = 8;
/** Fewer digits than this are part of too many numbers to be meant as a phone. */
const FEWEST_DIGITS = 4;
const LIKE_PHONE = /^[\s\d+().-]+$/u;

/** One run of digits is found as a phone wherever it would be found as a word. */
const DIGITS_ALONE = /^\s*\+?\d+\s*$/u;
/** A word whose pieces read alike in both cases, whatever the rules of a language say. */
const PLAIN_WORD = /^[a-z0-9'.+-]+$/iu;
/** Letters of a word that the index is asked for. */
const PIECE = 4;
/** Digits of a number that the index is asked for. */
const TAIL = 6;

/** The digits as stored numbers have them: whatever stands for the country is left off. */
function phoneDigits(text: string): string | null {
  const plain = text.normalize('NFKC');
  if (!LIKE_PHONE.test(plain)) return null;
  const digits = plain.replace(/\D/gu, '').replace(/^(?:(?:00)?62)?0*/u, '');
  return digits.length < FEWEST_DIGITS ? null : digits;
}

/** Something to be found in `search_text`: by `piece` in the index, then by `whole` in what the index gave. */
interface Needle {
  readonly piece: string;
  /** Null where the piece is all. */
  readonly whole: string | null;
}

/**
 * A needle of which the index is asked for one piece only. An index of trigrams reads the list of every trigram that
 * it is asked for, and those of the others are as long: a few letters of a name leave hardly more rows than all of
 * them, and of a number it is the last digits that are rare, not 'psb-2026' or '0812'.
 */
function needle(word: string): Needle {
  const whole = containing(word) ?? '';
  const piece = /\d{5}$/u.test(word) ? word.slice(-TAIL) : word.slice(0, PIECE);
  if (piece.length >= word.length || !PLAIN_WORD.test(word)) return { piece: whole, whole: null };
  return { piece: containing(piece) ?? '', whole };
}

/** Any of the lists may be found, of each all needles; null = no search. */
function needlesOf(typed: string | undefined): readonly (readonly Needle[])[] | null {
  const text = (typed ?? '').normalize('NFC');
  const words = [...new Set(text.split(/\s+/u).filter(Boolean))].slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const digits = phoneDigits(text);
  if (digits === null) return [words.map(needle)];
  const phone = [needle(digits)];
  return DIGITS_ALONE.test(text) ? [phone] : [words.map(needle), phone];
}

/**
 * What a typed text looks for, as a condition: every word somewhere in `registrations.search_text`, its wildcards
 * escaped, or a phone in any spelling (admission workflow, "Admin registration monitoring", "/admin/enrollment";
 * reliability B10). Null = no search.
 */
export function peopleSearch(typed: string | undefined): ((any: Knex.QueryBuilder) => void) | null {
  const search = needlesOf(typed);
  if (search === null) return null;
  return (any) => {
    for (const needles of search) {
      void any.orWhere((all) => {
        for (const { piece, whole } of needles) {
          void all.whereRaw('registrations.search_text like lower(?)', [piece]);
          // Written so that no index answers it.
          if (whole !== null) void all.whereRaw("registrations.search_text || '' like lower(?)", [whole]);
        }
      });
    }
  };
}
