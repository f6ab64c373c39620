import type { MatchLine } from '@gerbang/domain/bank-matching';
import type { Knex } from 'knex';
import type { StatementReader } from '../bank-statements/statement-reader.ts';
import type { Context } from '../context.ts';
import { openTargets } from './bank-targets.repository.ts';
import { type Matched, proposeMatches } from './propose-matches.ts';

/** Proposes what new incoming lines of an account pay, in the transaction that takes them over. */
export async function matchNewLines(
  { school }: Pick<Context, 'school'>,
  trx: Knex.Transaction,
  reader: StatementReader,
  { accountKey, lines }: { readonly accountKey: string; readonly lines: readonly MatchLine[] },
): Promise<Matched> {
  if (lines.length === 0) return proposeMatches(trx, []);
  const targets = await openTargets(trx, school.settings, accountKey);
  return proposeMatches(trx, await reader.match(lines, targets));
}
