import { join } from 'node:path';
import type { LineMatches, MatchLine, MatchTarget } from '@gerbang/domain/bank-matching';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';
import type { OwnShapes } from './read-file.ts';
import { fromPieces, toPieces } from '../bank-matches/pieces.ts';
import type { Statement, StatementLine, Unreadable } from './statement.ts';
import type { StatementJob, StatementWork } from './statement.worker.ts';

const READ_MS = 20_000;

/** What is in a file, and what its posted lines pay, by their places among them; a line that is missing pays nothing. */
export type StatementReading =
  | { readonly statement: Statement; readonly matches: readonly LineMatches[] }
  | { readonly unreadable: Unreadable };

/** Reads statements and matches their lines in a process of its own: a file of 20,000 lines, or a hostile one, holds up no other call. */
export class StatementReader {
  readonly #process = new BackgroundProcess<StatementJob, StatementWork>({
    file: join(import.meta.dirname, 'statement.worker.ts'),
    longestQueue: 10,
    longestWaitMs: READ_MS,
    longestWorkMs: READ_MS,
  });

  /** The statement in a file and what it pays of these bills, or why there is none; 503 where too many files wait or reading fails. */
  async read(bytes: Uint8Array, own: OwnShapes, targets: readonly MatchTarget[]): Promise<StatementReading> {
    const done = await this.#process.run({ bytes, own, targets: await toPieces(targets) });
    if ('unreadable' in done) return done;
    if (!done.statement) throw new Error('A file was matched instead of read');
    const lines = await fromPieces<StatementLine>(done.lines);
    return { statement: { ...done.statement, lines }, matches: await fromPieces<LineMatches>(done.matches) };
  }

  /** What the lines pay of these bills of their account; 503 as for reading. */
  async match(lines: readonly MatchLine[], targets: readonly MatchTarget[]): Promise<readonly LineMatches[]> {
    const done = await this.#process.run({ lines: await toPieces(lines), targets: await toPieces(targets) });
    if ('unreadable' in done || done.statement) throw new Error('Lines were read instead of matched');
    return fromPieces<LineMatches>(done.matches);
  }

  /** Ends the process; the next file starts another one. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
