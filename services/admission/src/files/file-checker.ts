import { join } from 'node:path';
import { Problem } from '@gerbang/service-kit/http/problems';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';
import type { FileType } from './file-types.ts';
import type { ImageFit } from './image-rewriter.ts';

export interface CheckJob {
  readonly path: string;
  readonly type: FileType;
  readonly maxBytes: number;
  /** For an image that is kept small: its longest side, and the most pixels that are read. */
  readonly fit?: ImageFit | undefined;
  /** Where an image is written anew. */
  readonly out: string;
}

interface Checked {
  readonly type: FileType;
  /** Where the bytes lie that may be kept. */
  readonly path: string;
}

export type CheckResult = Checked | { readonly refusal: Pick<Problem, 'statusCode' | 'code' | 'message'> };

/** Files wait at most so long for their turn, then get 503; a picture of 40 megapixels takes a few seconds. */
const LONGEST_WAIT_MS = 8000;
const LONGEST_WORK_MS = 15_000;

/**
 * Decodes and reads what strangers send, one file at a time, in a process without secrets whose end would cost one upload
 * only. An image is written anew; a document stays as it came once nothing speaks against it.
 */
export class FileChecker {
  readonly #process = new BackgroundProcess<CheckJob, CheckResult>({
    file: join(import.meta.dirname, 'check-file.worker.ts'),
    longestWaitMs: LONGEST_WAIT_MS,
    longestWorkMs: LONGEST_WORK_MS,
  });

  /** The type and place of what may be kept; 422 for a file that is broken or hides something, 503 when too many wait. */
  async check(job: CheckJob): Promise<Checked> {
    const result = await this.#process.run(job);
    if (!('refusal' in result)) return result;
    const { statusCode, code, message } = result.refusal;
    throw new Problem(statusCode, code, message);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
