/** The people of a family that a payment may come from. */
export const PAYERS = ['father', 'mother', 'account'] as const;
export type Payer = (typeof PAYERS)[number];

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\s]/gu, '')
    .toLowerCase()
    .trim();
const wordsOf = (name: string): string[] =>
  plain(name)
    .split(/\s+/u)
    .filter((word) => word.length > 1);

/**
 * Whose name is in the text of a transfer: all words of the known name are in the text, or at least two words of the text
 * are all of the known name, because banks leave out titles and last names. Null = of none of them.
 */
export function payerIn(text: string | null, names: Readonly<Record<Payer, string | null>>): Payer | null {
  const typed = wordsOf(text ?? '');
  const fits = (name: string | null) => {
    const known = wordsOf(name ?? '');
    const inText = known.length > 0 && known.every((word) => typed.includes(word));
    return inText || (typed.length > 1 && typed.every((word) => known.includes(word)));
  };
  return PAYERS.find((payer) => fits(names[payer])) ?? null;
}

/** A text with its account numbers masked: only the last four digits of each stay. */
export function maskAccounts(text: string): string {
  return text.replace(/\d(?:[\s.-]?\d){4,}/gu, (number) => `•••• ${number.replace(/\D/gu, '').slice(-4)}`);
}
