import { NOT_SEARCHED, oneSpelling } from '@gerbang/domain/one-spelling';
import type { Knex } from 'knex';

/** What was typed in the spelling that is stored; of marks alone they stay: they find nothing. */
const spelled = (typed = ''): string => oneSpelling(typed) || typed.trim();

/** The LIKE pattern for a text at any position, with its wildcards escaped; null = no search. */
export function containing(search: string | undefined): string | null {
  const text = spelled(search);
  return text ? `%${text.replace(/[\\%_]/gu, '\\$&')}%` : null;
}

const QUOTED = NOT_SEARCHED.replaceAll("'", "''");

/**
 * SQL of a column's text in the way names are searched: lower case, without apostrophes of any kind. An index on it holds the
 * signs of its migration's time; when they change, it is made again.
 */
export const searchKey = (column: string): string => `translate(lower(${column}), '${QUOTED}', '')`;

/** The same text without help of an index: translating takes five times as long as lowering, and few names hold such a sign. */
const searchedText = (column: string): string =>
  `case when ${column} ~ '[${QUOTED}]' then ${searchKey(column)} else lower(${column}) end`;

/** The pattern by which `searchKey` is compared, still to be lowered by the database; null = no search. */
export function nameKey(search: string | undefined): string | null {
  const bare = spelled(search).replace(new RegExp(`[${NOT_SEARCHED}]`, 'gu'), '');
  return containing(bare || search);
}

/**
 * The condition that one of the columns of names holds what was typed, in any spelling, or one of the others does as it is;
 * of `indexed` names the database has a trigram index of their `searchKey`. Null = no search.
 */
export function nameSearch(
  search: string | undefined,
  {
    names = [],
    indexed = [],
    others = [],
  }: Partial<Record<'names' | 'indexed' | 'others', readonly string[]>>,
): ((any: Knex.QueryBuilder) => void) | null {
  const [key, pattern] = [nameKey(search), containing(search)];
  if (key === null || pattern === null) return null;
  return (any) => {
    for (const name of indexed) void any.orWhereRaw(`${searchKey(name)} like lower(?)`, [key]);
    for (const name of names) void any.orWhereRaw(`${searchedText(name)} like lower(?)`, [key]);
    for (const other of others) void any.orWhereILike(other, pattern);
  };
}

/** A document's number as it is printed, `INV-2026-000123`. */
const WHOLE_NUMBER = /^[A-Z]{2,3}-\d{4}-\d{6,}$/u;

/**
 * The condition that the number of a document holds what was typed; one that was typed whole is found by an index. Null where no
 * number is meant: without a digit.
 */
export function numberSearch(
  typed: string | undefined,
  column: string,
): ((any: Knex.QueryBuilder) => void) | null {
  const text = spelled(typed);
  if (!/\d/u.test(text)) return null;
  const whole = text.toUpperCase();
  return WHOLE_NUMBER.test(whole)
    ? (any) => void any.orWhere(column, whole)
    : (any) => void any.orWhereILike(column, String(containing(text)));
}

/** Further words are ignored: each word costs an index lookup. */
const MAX_WORDS = 8;
/** Shorter digit runs occur in too many numbers to be meant as a phone number. */
const MIN_PHONE_DIGITS = 4;
const LIKE_PHONE = /^[\s\d+().-]+$/u;

/** A single run of digits: the phone condition already finds it wherever the word condition would. */
const DIGITS_ALONE = /^\s*\+?\d+\s*$/u;
/** A word whose substrings have the same lower case in every collation. */
const PLAIN_WORD = /^[a-z0-9.+-]+$/iu;
/** Number of letters of a word that are looked up in the index. */
const WORD_PREFIX = 4;
/** Number of digits of a number that are looked up in the index. */
const NUMBER_SUFFIX = 6;

/** The digits as phone numbers are stored, without country code and leading zeros; null = not a phone number. */
function phoneDigits(text: string): string | null {
  const plain = text.normalize('NFKC');
  if (!LIKE_PHONE.test(plain)) return null;
  const digits = plain.replace(/\D/gu, '').replace(/^(?:(?:00)?62)?0*/u, '');
  return digits.length < MIN_PHONE_DIGITS ? null : digits;
}

/** LIKE patterns by their places in the condition: of each word one that an index serves, and the whole word. */
export type Patterns = Readonly<Record<string, string>>;

/**
 * Only one piece of the word is looked up in the index: a trigram index reads one posting list for every trigram of the
 * pattern, and a few letters of a name select hardly more rows than all of them. Of a number the last digits are
 * selective, the first ones ('psb-2026', '0812') are not. The whole word then filters the rows found.
 */
function patternsOf(place: string, word: string): readonly (readonly [place: string, pattern: string])[] {
  const piece = /\d{5}$/u.test(word) ? word.slice(-NUMBER_SUFFIX) : word.slice(0, WORD_PREFIX);
  return [
    [`${place} indexed`, containing(PLAIN_WORD.test(word) ? piece : word) ?? ''],
    [`${place} whole`, containing(word) ?? ''],
  ];
}

/**
 * What was typed as patterns: every word occurs somewhere, or the text is a phone number in any spelling. As many words have the
 * same places. Null = no search.
 */
export function searchPatterns(typed: string | undefined): Patterns | null {
  // The searched column holds no apostrophe: people type one where another wrote none.
  const text = spelled(typed).replaceAll("'", '');
  const words = [...new Set(text.split(/\s+/u).filter(Boolean))].slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const digits = phoneDigits(text);
  const named = digits !== null && DIGITS_ALONE.test(text) ? [] : words;
  return Object.fromEntries([
    ...named.flatMap((word, at) => patternsOf(`word ${at}`, word)),
    ...(digits === null ? [] : patternsOf('phone', digits)),
  ]);
}

/** Whether an index of trigrams finds the rows of each pattern; of fewer signs it would be read whole. */
export const isSelective = (patterns: Patterns): boolean =>
  Object.values(patterns).every((pattern) => /[a-z\d]{3}/iu.test(pattern));

/**
 * The condition that `column` holds these patterns, with their wildcards escaped. `column` holds lower-case text without
 * apostrophes and has a trigram index.
 */
export function patternSearch(
  patterns: Patterns,
  column: string,
  /** Where the column still holds apostrophes they are taken out while it is read. */
  { bare = true } = {},
): (any: Knex.QueryBuilder) => void {
  const searched = bare ? '??' : "replace(??, '''', '')";
  const alternatives = Map.groupBy(Object.entries(patterns), ([place]) => place.startsWith('phone'));
  return (any) => {
    for (const needles of alternatives.values()) {
      void any.orWhere((all) => {
        for (const [place, pattern] of needles) {
          // The concatenation keeps the planner from using the index for this pattern too.
          const text = place.endsWith('whole') ? `${searched} || ''` : searched;
          void all.whereRaw(`${text} like lower(?)`, [column, pattern]);
        }
      });
    }
  };
}

/** The condition of a typed search in a column, as `patternSearch` makes it. Null = no search. */
export function textSearch(
  typed: string | undefined,
  column: string,
  options?: { readonly bare: boolean },
): ReturnType<typeof patternSearch> | null {
  const patterns = searchPatterns(typed);
  return patterns && patternSearch(patterns, column, options);
}
