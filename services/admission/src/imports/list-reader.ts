import { join } from 'node:path';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';
import type { readList } from './read-list.ts';

const READ_MS = 20_000;

export type ListReading = Awaited<ReturnType<typeof readList>>;

/** Reads lists in a process of its own: one of 2,000 rows, or a hostile file, holds up no other call. */
export class ListReader {
  readonly #process = new BackgroundProcess<{ readonly bytes: Uint8Array }, ListReading>({
    file: join(import.meta.dirname, 'list.worker.ts'),
    longestQueue: 10,
    longestWaitMs: READ_MS,
    longestWorkMs: READ_MS,
  });

  /** The list in a file, or why there is none; 503 where too many files wait or reading fails. */
  read(bytes: Uint8Array): Promise<ListReading> {
    return this.#process.run({ bytes });
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
