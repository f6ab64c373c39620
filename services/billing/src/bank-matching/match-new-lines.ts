import type { LineMatches, MatchLine } from '@gerbang/domain/bank-matching';
import type { StatementReader } from '../bank-statements/statement-reader.ts';
import type { Context } from '../context.ts';
import { openTargets } from './bank-targets.repository.ts';

/** What incoming lines of an account may pay by what is owed now; what changes afterwards, the next pass corrects. */
export async function matchNewLines(
  { database, school }: Pick<Context, 'database' | 'school'>,
  reader: StatementReader,
  accountKey: string,
  lines: readonly MatchLine[],
): Promise<readonly LineMatches[]> {
  if (lines.length === 0) return [];
  return reader.match(lines, await openTargets(database.knex, school.settings, accountKey));
}
