const MOST_DIGITS = 3;

/**
 * The last digits in which a transfer differs from what is owed, by which it is known: `137` of 350,137 for 350,000. Null
 * where more than three differ.
 */
export function tellingDigits(owed: number, transfer: number): string | null {
  const [before, after] = [String(owed), String(transfer)];
  const first = [...after].findIndex((digit, at) => digit !== before[at]);
  const differs = first !== -1 && before.length === after.length;
  return differs && after.length - first <= MOST_DIGITS ? after.slice(first) : null;
}
