import { setImmediate as turn } from 'node:timers/promises';
import { type LineMatches, type MatchLine, type MatchTarget } from '@gerbang/domain/bank-matching';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { LineMatcher } from '@gerbang/domain/line-matcher';
import { keysOfLine, type MatchKey } from '@gerbang/domain/match-keys';
import { DAY_MS } from '@gerbang/service-kit/program/timers';
import { jaroWinkler } from '@skyra/jaro-winkler';
import type { Context } from '../context.ts';
import { type OpenLine, textsOf, undecidedAccounts, undecidedLines } from './bank-proposals.repository.ts';
import { openTargets } from './bank-targets.repository.ts';
import { MatchMemory } from './match-memory.ts';
import { readInPieces } from './pieces.repository.ts';
import { proposeMatches } from './propose-matches.ts';

/** Lines that are older find nothing any more by themselves. */
const LINE_DAYS = 120;
/** Lines that are compared and written at once. */
const PIECE = 500;
/** Lines whose texts are opened before other calls have their turn. */
const OPENED = 20;
/** Comparing fewer lines costs less than starting a process for it. */
const FEW = 20;

type Parts = Pick<Context, 'database' | 'columns' | 'school' | 'now'>;

/** Compares lines in a process of its own. */
interface Comparer {
  readonly match: (
    lines: readonly MatchLine[],
    targets: readonly MatchTarget[],
  ) => Promise<readonly LineMatches[]>;
}

async function toMatchLines(
  { columns, database }: Parts,
  lines: readonly OpenLine[],
): Promise<readonly MatchLine[]> {
  const texts = await textsOf(
    database.knex,
    lines.map(({ id }) => id),
  );
  const matchLines: MatchLine[] = [];
  for (const [at, { id, amount, booked_on }] of lines.entries()) {
    if (at % OPENED === OPENED - 1) await turn();
    const sealed = texts.get(id);
    const text = sealed === undefined ? '' : columns.open('bank_lines', 'description', id, sealed);
    matchLines.push({ id, amount, day: booked_on, text });
  }
  return matchLines;
}

async function compare(
  comparer: Comparer,
  lines: readonly MatchLine[],
  targets: readonly MatchTarget[],
): Promise<readonly LineMatches[]> {
  if (lines.length > FEW) return comparer.match(lines, targets);
  const matcher = new LineMatcher(targets, jaroWinkler);
  return lines.map((line) => matcher.match(line));
}

async function matchAccount(
  parts: Parts,
  comparer: Comparer,
  memory: MatchMemory,
  { account, since }: { readonly account: string; readonly since: string },
): Promise<void> {
  const { database, school } = parts;
  const lines = await readInPieces<OpenLine>(database.knex, undecidedLines(database.knex, account, since));
  const targets = await openTargets(database.knex, school.settings, account);
  const touched = memory.begin(lines, targets);
  for (let from = 0; from < touched.length; from += PIECE) {
    const piece = touched.slice(from, from + PIECE);
    const toMatch = await toMatchLines(parts, piece);
    const keys = new Set<MatchKey>(toMatch.flatMap(keysOfLine));
    const found = await compare(comparer, toMatch, memory.near(targets, keys));
    const { skipped } = await database.transaction((trx) => proposeMatches(trx, found));
    for (const [at, { id, version }] of piece.entries()) {
      const line = toMatch[at];
      if (line && !skipped.has(id)) memory.keepLine(id, { version, keys: keysOfLine(line) });
      else memory.forgetLine(id);
    }
  }
  memory.end(lines);
}

/**
 * A pass over the undecided lines of the last 120 days: proposes what they pay by now, and takes back what is no longer
 * owed. It compares the lines that are new or that a change of a bill or a kept amount can touch, and no others.
 */
export function matchOpenLines(parts: Parts, comparer: Comparer): () => Promise<void> {
  const memories = new Map<string, MatchMemory>();
  return async () => {
    const since = jakartaDay(new Date(parts.now().getTime() - LINE_DAYS * DAY_MS));
    for (const account of await undecidedAccounts(parts.database.knex, since)) {
      const memory = memories.get(account) ?? new MatchMemory();
      memories.set(account, memory);
      await matchAccount(parts, comparer, memory, { account, since });
    }
  };
}
