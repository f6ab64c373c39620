import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type LineMatches, type MatchLine, type MatchTarget } from '@gerbang/domain/bank-matching';
import { LineMatcher } from '@gerbang/domain/line-matcher';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { DAY_MS } from '@gerbang/service-kit/program/timers';
import { jaroWinkler } from '@skyra/jaro-winkler';
import type { Context } from '../context.ts';
import { type OpenLine, undecidedAccounts, undecidedLines } from './bank-proposals.repository.ts';
import { openTargets } from './bank-targets.repository.ts';
import { proposeMatches } from './propose-matches.ts';

/** Lines that are older find nothing any more by themselves. */
const LINE_DAYS = 120;
/** Lines that are matched before other calls have their turn. */
const PIECE = 20;

type Parts = Pick<Context, 'database' | 'columns' | 'school' | 'now'>;

function toMatchLine({ columns }: Parts, { id, amount, booked_on, description }: OpenLine): MatchLine {
  const text = description === null ? '' : columns.open('bank_lines', 'description', id, description);
  return { id, amount, day: booked_on, text };
}

async function matchInPieces(
  parts: Parts,
  lines: readonly OpenLine[],
  targets: readonly MatchTarget[],
): Promise<LineMatches[]> {
  const matcher = new LineMatcher(targets, jaroWinkler);
  const found: LineMatches[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % PIECE === 0) await turn();
    found.push(matcher.match(toMatchLine(parts, line)));
  }
  return found;
}

/** A hash of what decides the matches of an account. */
const stateOf = (lines: readonly OpenLine[], targets: readonly MatchTarget[]) =>
  createHash('sha256')
    .update(JSON.stringify([lines.map(({ id, version }) => [id, version]), targets]))
    .digest('base64');

/**
 * A pass over the undecided lines of the last 120 days: proposes what they pay by now, and takes back
 * what is no longer owed. An account whose lines, bills and kept amounts are what they were at the last pass is left out.
 */
export function matchOpenLines(parts: Parts): () => Promise<void> {
  const { database, school, now } = parts;
  const seen = new Map<string, string>();
  return async () => {
    const since = jakartaDay(new Date(now().getTime() - LINE_DAYS * DAY_MS));
    for (const account of await undecidedAccounts(database.knex, since)) {
      const lines = await undecidedLines(database.knex, account, since);
      const targets = await openTargets(database.knex, school.settings, account);
      const state = stateOf(lines, targets);
      if (seen.get(account) === state) continue;
      const found = await matchInPieces(parts, lines, targets);
      const { skipped } = await database.transaction((trx) => proposeMatches(trx, found));
      if (skipped === 0) seen.set(account, state);
    }
  };
}
