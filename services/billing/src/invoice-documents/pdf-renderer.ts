import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { unavailable } from '@gerbang/service-kit/http/problems';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { BillingDocument } from './invoice-documents.view.ts';

interface PdfRendererOptions {
  /** Documents that may wait for their turn; further ones get 503 at once. */
  readonly longestQueue?: number;
  /** How long a document waits for its turn, and how long rendering it may take. */
  readonly longestWaitMs?: number;
  readonly longestWorkMs?: number;
  /** How long an idle thread is kept: its fonts and its heap take 60 MB. */
  readonly idleMs?: number;
}

type Rendered = { readonly bytes: Uint8Array } | { readonly error: string };

/**
 * Renders PDFs in a worker thread, one after the other, so that no other call waits for them. The queue is bounded in
 * length and time: beyond it a call gets 503 with Retry-After. The thread starts with the first document and is ended
 * when it is idle, stuck or broken.
 */
export class PdfRenderer {
  readonly #longestQueue: number;
  readonly #longestWorkMs: number;
  readonly #idleMs: number;
  readonly #turn: Semaphore;
  #queued = 0;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PdfRendererOptions = {}) {
    const { longestQueue = 50, longestWaitMs = 3000, longestWorkMs = 6000, idleMs = 60_000 } = options;
    this.#longestQueue = longestQueue;
    this.#longestWorkMs = longestWorkMs;
    this.#idleMs = idleMs;
    this.#turn = new Semaphore(1, longestWaitMs);
  }

  /** The PDF of a document; 503 where the queue is full or rendering fails. */
  async render(document: BillingDocument): Promise<Buffer> {
    if (this.#queued >= this.#longestQueue) throw unavailable(2);
    this.#queued += 1;
    try {
      return await this.#turn.run(() => this.#renderNow(document));
    } finally {
      this.#queued -= 1;
    }
  }

  /** Ends the thread; the next document starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #renderNow(document: BillingDocument): Promise<Buffer> {
    const worker = this.#startedWorker();
    const done = new AbortController();
    const { signal } = done;
    try {
      const answered = Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(() => {
          throw new Error('the PDF thread ended');
        }),
        sleep(this.#longestWorkMs, undefined, { signal }).then(() => {
          throw new Error('a PDF took too long');
        }),
      ]);
      worker.postMessage(document);
      const [rendered] = (await answered) as [Rendered];
      if ('error' in rendered) throw new Error(rendered.error);
      return Buffer.from(rendered.bytes.buffer, rendered.bytes.byteOffset, rendered.bytes.byteLength);
    } catch (error) {
      await this.close();
      throw unavailable(5, error);
    } finally {
      done.abort();
      this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref();
    }
  }

  #startedWorker(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker) return this.#worker;
    const worker = new Worker(join(import.meta.dirname, 'pdf.worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: 192 },
      execArgv: [],
    });
    // An error also ends the thread, and a waiting document is refused by its end.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
