import { join } from 'node:path';
import type { LineMatches, MatchLine, MatchTarget } from '@gerbang/domain/bank-matching';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';
import type { OwnShapes } from './read-file.ts';
import type { StatementJob, StatementReading, StatementWork } from './statement.worker.ts';

const READ_MS = 20_000;

/** Reads statements and matches their lines in a process of its own: a file of 20,000 lines, or a hostile one, holds up no other call. */
export class StatementReader {
  readonly #process = new BackgroundProcess<StatementJob, StatementWork>({
    file: join(import.meta.dirname, 'statement.worker.ts'),
    longestQueue: 10,
    longestWaitMs: READ_MS,
    longestWorkMs: READ_MS,
  });

  /** The statement in a file, or why there is none; 503 where too many files wait or reading fails. */
  async read(bytes: Uint8Array, own: OwnShapes): Promise<StatementReading> {
    const done = await this.#process.run({ bytes, own });
    if ('matches' in done) throw new Error('A file was matched instead of read');
    return done;
  }

  /** What the lines pay of these bills of their account; 503 as for reading. */
  async match(lines: readonly MatchLine[], targets: readonly MatchTarget[]): Promise<readonly LineMatches[]> {
    const done = await this.#process.run({ lines, targets });
    if (!('matches' in done)) throw new Error('Lines were read instead of matched');
    return done.matches;
  }

  /** Ends the process; the next file starts another one. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
