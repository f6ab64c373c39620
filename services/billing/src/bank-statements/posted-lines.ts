import type { LineMatches, MatchLine } from '@gerbang/domain/bank-matching';
import type { NewLine } from './bank-statements.repository.ts';
import type { StatementLine } from './statement.ts';

/** A line that the bank has posted; amount in whole rupiah. */
export interface PostedLine extends Omit<StatementLine, 'booked_on' | 'sen'> {
  readonly booked_on: string;
  readonly amount: number;
}

/** A posted line with what is found of it, and the hash by which it is known in the next file that holds it. */
export interface ReadLine extends PostedLine, Pick<NewLine, 'id' | 'fingerprint' | 'occurrence'> {
  readonly found: LineMatches | undefined;
}

const RUPIAH = 100;

/** The posted lines in their order; interest of less than one rupiah is in the balances alone. */
export function postedLines(lines: readonly StatementLine[]): PostedLine[] {
  return lines.flatMap(({ booked_on, sen, ...line }) => {
    const amount = Math.floor(sen / RUPIAH);
    return booked_on === null || amount === 0 ? [] : [{ ...line, booked_on, amount }];
  });
}

/** The posted lines of money that came in, each by its place among the posted ones. */
export const incomingLines = (posted: readonly PostedLine[]): MatchLine[] =>
  posted.flatMap(({ direction, amount, booked_on, description }, at) =>
    direction === 'in' ? [{ id: String(at), amount, day: booked_on, text: description }] : [],
  );
