import type { bankMatchSchema } from '@gerbang/contracts/bank-statements';
import { extraOf, reasonText } from '@gerbang/domain/bank-matching';
import type { z } from 'zod';
import type { ShownMatch } from './bank-matches.repository.ts';

/** The line of a match with its sums, in rupiah. */
interface LineSums {
  readonly amount: number;
  readonly surplus: number;
  readonly unapplied: number;
}

/** A match as staff see it: what it would do with the rest of the line, or did. */
export function toMatch(line: LineSums, match: ShownMatch): z.input<typeof bankMatchSchema> {
  const {
    line_id: _line,
    transfer_amount,
    unique_add,
    reasons,
    together_amount,
    expectation_id,
    ...shown
  } = match;
  const expectation = transfer_amount === null ? null : { transfer_amount, unique_add: unique_add ?? 0 };
  const { surplus, rest } =
    match.status === 'booked'
      ? { surplus: line.surplus, rest: line.unapplied }
      : extraOf(line.amount, together_amount ?? match.amount, expectation);
  const isTogether = match.status === 'proposed' && together_amount !== null && expectation_id !== null;
  return {
    ...shown,
    ...(isTogether && { together: { id: expectation_id, amount: together_amount } }),
    surplus,
    rest,
    reasons: reasons.map(reasonText),
  };
}
