import type { LineMatch } from '../bank-statements/bank-statements.api.ts';

/** The proposals of a line, of fees that one transfer pays together only the first: booking it books all. */
export function choicesOf(matches: readonly LineMatch[]): LineMatch[] {
  return matches.filter(
    ({ together }, at) => !together || matches.findIndex((one) => one.together?.id === together.id) === at,
  );
}

/** The proposals that are booked with this one, itself among them. */
export const bookedWith = (matches: readonly LineMatch[], chosen: LineMatch): LineMatch[] =>
  chosen.together ? matches.filter(({ together }) => together?.id === chosen.together?.id) : [chosen];

/** What the target or the fees together would get, in rupiah. */
export const amountOf = ({ together, amount }: LineMatch): number => together?.amount ?? amount;
