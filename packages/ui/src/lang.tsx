const ENGLISH =
  /\b(?:(?:di|me|meng)?(?:upload|update|submit)(?:ted)?|review|profile|invoice|finance|staff|customer service|it support)\b/iu;

/** The `lang` of a text that the specification fixes with English words in it; ours have none. */
export function langOf(text: unknown): 'en' | undefined {
  return typeof text === 'string' && ENGLISH.test(text) ? 'en' : undefined;
}
