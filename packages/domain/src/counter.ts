/** Carries the token that opens one family to one member of staff. */
export const COUNTER_TOKEN_HEADER = 'x-counter-token';

/** The most families that a search finds: it never lists everybody. */
export const COUNTER_FOUND_MAX = 8;

/** The fewest letters or digits that a family is looked for by. */
const SEARCH_MIN = 3;
export const SEARCH_SHORT = `Tulis paling sedikit ${SEARCH_MIN} huruf atau angka`;

/** Whether so much was typed that a family can be looked for. */
export const isLongEnough = (typed: string): boolean =>
  (typed.match(/[\p{L}\p{N}]/gu) ?? []).length >= SEARCH_MIN;
