import { join } from 'node:path';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';
import type { StatementFile, StatementReading } from './statement.worker.ts';

const READ_MS = 20_000;

/** Reads statements in a process of its own: a file of 20,000 lines, or a hostile one, holds up no other call. */
export class StatementReader {
  readonly #process = new BackgroundProcess<StatementFile, StatementReading>({
    file: join(import.meta.dirname, 'statement.worker.ts'),
    longestQueue: 5,
    longestWaitMs: READ_MS,
    longestWorkMs: READ_MS,
  });

  /** The statement in a file, or why there is none; 503 where too many files wait or reading fails. */
  read(bytes: Uint8Array): Promise<StatementReading> {
    return this.#process.run({ bytes });
  }

  /** Ends the process; the next file starts another one. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
