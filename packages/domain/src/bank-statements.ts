/** The shapes of bank exports that are read without a mapping, by the bank and the page they come from. */
export const STATEMENT_PROFILES = [
  'bca-bisnis',
  'bca-perorangan',
  'bca-pratinjau',
  'mandiri-mcm',
  'bsi',
  'bni',
  'bri',
] as const;
export type StatementProfile = (typeof STATEMENT_PROFILES)[number];

export const PROFILE_LABELS: Readonly<Record<StatementProfile, string>> = {
  'bca-bisnis': 'BCA Bisnis',
  'bca-perorangan': 'BCA perorangan',
  'bca-pratinjau': 'BCA pratinjau',
  'mandiri-mcm': 'Mandiri MCM',
  bsi: 'BSI',
  bni: 'BNI',
  bri: 'BRI',
};

/** Largest file, and most rows of money in it. */
export const STATEMENT_MAX_BYTES = 5 * 1_048_576;
export const STATEMENT_MAX_LINES = 20_000;
/** What a picker offers; whether it is a table is read from its content. */
export const STATEMENT_EXTENSIONS = ['.csv', '.xlsx', '.txt'] as const;
/** The `accept` of their picker. */
export const STATEMENT_ACCEPT = STATEMENT_EXTENSIONS.join(',');

/** What is checked of a statement before its lines are taken over. */
export const STATEMENT_CHECKS = [
  'account',
  'future_day',
  'period',
  'days',
  'sums',
  'counts',
  'chain',
  'gap',
  'former',
  'pending',
  'repeats',
  'reversals',
] as const;
export type StatementCheckName = (typeof STATEMENT_CHECKS)[number];

/** `absent`: the file does not hold what the check compares. */
export const CHECK_RESULTS = ['passed', 'absent', 'warning', 'failed'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];
