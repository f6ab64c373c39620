import { join } from 'node:path';
import type { FileType } from '@gerbang/domain/file-types';
import type { PageWarning } from '@gerbang/domain/page-warnings';
import { Problem } from '@gerbang/service-kit/http/problems';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';
import type { Print } from '../proof-alerts/print-image.ts';
import { heavyPdf } from './document-checks.ts';
import type { ImageFit } from './image-rewriter.ts';

export interface CheckJob {
  readonly path: string;
  readonly type: FileType;
  readonly maxBytes: number;
  /** For an image that is kept small: its longest side, and the most pixels that are read. */
  readonly fit?: ImageFit | undefined;
  /** Whether it is a page of a document: an image is looked at for what makes it hard to read, a PDF is short. */
  readonly look: boolean;
  /** Where an image is written anew. */
  readonly out: string;
  /** Whether the print of an image is wanted. */
  readonly prints?: boolean;
}

/** A stored file whose print is wanted. */
export interface PrintJob {
  readonly bytes: Buffer;
  readonly type: FileType;
}

/** What a file is found by; of the bytes as they came. */
export interface PrintResult {
  readonly sha256: Buffer;
  /** Null for what is no picture, or not asked for. */
  readonly print: Print | null;
  /** Why the print of a picture could not be made: its time limit, or a fault of ours. */
  readonly printFailure?: string;
}

interface Checked extends PrintResult {
  readonly type: FileType;
  /** Where the bytes lie that may be kept. */
  readonly path: string;
  readonly warnings: readonly PageWarning[];
}

export type CheckResult = Checked | { readonly refusal: Pick<Problem, 'statusCode' | 'code' | 'message'> };

/** Files wait at most so long for their turn, then get 503; a picture of 40 megapixels takes a few seconds. */
const LONGEST_WAIT_MS = 8000;
const LONGEST_WORK_MS = 15_000;
/** A PDF stops itself after two seconds of work; one that does not is stopped from here, before others have waited too long. */
const LONGEST_PDF_MS = 6000;
/** Files of one account that wait; no page sends as many at once. */
const LONGEST_PER_ACCOUNT = 12;

/** Between processes a buffer becomes a plain array of bytes. */
const bytesOf = <Result extends PrintResult>(result: Result): Result => ({
  ...result,
  sha256: Buffer.from(result.sha256),
  print: result.print && {
    ...result.print,
    thumb: Buffer.from(result.print.thumb),
    detail: Buffer.from(result.print.detail),
  },
});

/**
 * Decodes and reads what strangers send, one file at a time, in a process without secrets whose end would cost one upload
 * only. An image is written anew; a document stays as it came once nothing speaks against it.
 */
export class FileChecker {
  readonly #process = new BackgroundProcess<CheckJob | PrintJob, CheckResult | PrintResult>({
    file: join(import.meta.dirname, 'check-file.worker.ts'),
    longestWaitMs: LONGEST_WAIT_MS,
    longestWorkMs: LONGEST_WORK_MS,
    longestPerKey: LONGEST_PER_ACCOUNT,
  });

  /** The type and place of what may be kept; 422 for a file that is broken or hides something, 503 when too many wait. Accounts are served in turns. */
  async check(job: CheckJob, account: string): Promise<Checked> {
    const result = (await this.#process.run(job, {
      key: account,
      ...(job.type === 'pdf' && { longestWorkMs: LONGEST_PDF_MS, late: heavyPdf }),
    })) as CheckResult;
    if (!('refusal' in result)) return bytesOf(result);
    const { statusCode, code, message } = result.refusal;
    throw new Problem(statusCode, code, message);
  }

  /** The print of a stored file. */
  async print(job: PrintJob): Promise<PrintResult> {
    return bytesOf((await this.#process.run(job)) as PrintResult);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
