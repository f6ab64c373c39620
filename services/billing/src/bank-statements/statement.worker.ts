import { type LineMatches, type MatchLine, type MatchTarget } from '@gerbang/domain/bank-matching';
import { LineMatcher } from '@gerbang/domain/line-matcher';
import { serveJobs } from '@gerbang/service-kit/program/serve-jobs';
import { jaroWinkler } from '@skyra/jaro-winkler';
import { fromPieces, toPieces } from '../bank-matches/pieces.ts';
import { incomingLines, postedLines } from './posted-lines.ts';
import { type OwnShapes, readFile } from './read-file.ts';
import { type Statement, type Unreadable, UnreadableStatement } from './statement.ts';

/** A file to read and to match with what is owed, or lines to match; `targets` and `lines` in pieces. */
export type StatementJob = { readonly targets: readonly string[] } & (
  | { readonly bytes: Uint8Array; readonly own: OwnShapes }
  | { readonly lines: readonly string[] }
);

/** What was done; lines and matches in pieces. */
export type StatementWork =
  | {
      readonly statement: Omit<Statement, 'lines'>;
      readonly lines: readonly string[];
      /** Of the posted lines that came in, by their places; one that is missing pays nothing that is owed. */
      readonly matches: readonly string[];
    }
  | { readonly unreadable: Unreadable }
  | { readonly statement?: never; readonly matches: readonly string[] };

const saysSomething = ({ candidates, settlement, attention }: LineMatches) =>
  candidates.length > 0 || settlement || attention;

async function read(bytes: Uint8Array, own: OwnShapes, matcher: LineMatcher): Promise<StatementWork> {
  try {
    const { lines, ...statement } = await readFile(bytes, own);
    const found = incomingLines(postedLines(lines)).map((line) => matcher.match(line));
    return {
      statement,
      lines: await toPieces(lines),
      matches: await toPieces(found.filter(saysSomething)),
    };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { unreadable: error.reason };
    throw error;
  }
}

/** Program: reads bank statements and matches their lines. */
serveJobs(async (job: StatementJob): Promise<StatementWork> => {
  const matcher = new LineMatcher(await fromPieces<MatchTarget>(job.targets), jaroWinkler);
  if ('bytes' in job) return read(job.bytes, job.own, matcher);
  const lines = await fromPieces<MatchLine>(job.lines);
  return { matches: await toPieces(lines.map((line) => matcher.match(line))) };
});
