/** How long the reason of a decision about seats is. */
export const REASON_LEAST = 5;
export const REASON_MOST = 300;

/** A reason as the calls take it: one line. */
export const reasonOf = (typed: string): string => typed.replaceAll(/\s+/gu, ' ').trim();
