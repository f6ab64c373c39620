import { type LineMatches, type MatchLine, type MatchTarget } from '@gerbang/domain/bank-matching';
import { LineMatcher } from '@gerbang/domain/line-matcher';
import { serveJobs } from '@gerbang/service-kit/program/serve-jobs';
import { jaroWinkler } from '@skyra/jaro-winkler';
import { type OwnShapes, readFile } from './read-file.ts';
import { type Statement, type Unreadable, UnreadableStatement } from './statement.ts';

/** A file to read, or lines to match with what is owed. */
export type StatementJob =
  | { readonly bytes: Uint8Array; readonly own: OwnShapes }
  | { readonly lines: readonly MatchLine[]; readonly targets: readonly MatchTarget[] };

/** What is in a file. */
export type StatementReading = { readonly statement: Statement } | { readonly unreadable: Unreadable };
export type StatementWork = StatementReading | { readonly matches: readonly LineMatches[] };

async function read(bytes: Uint8Array, own: OwnShapes): Promise<StatementReading> {
  try {
    return { statement: await readFile(bytes, own) };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { unreadable: error.reason };
    throw error;
  }
}

/** Program: reads bank statements and matches their lines. */
serveJobs(async (job: StatementJob): Promise<StatementWork> => {
  if ('bytes' in job) return read(job.bytes, job.own);
  const matcher = new LineMatcher(job.targets, jaroWinkler);
  return { matches: job.lines.map((line) => matcher.match(line)) };
});
