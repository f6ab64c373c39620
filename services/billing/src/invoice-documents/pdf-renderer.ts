import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { unavailable } from '@gerbang/service-kit/http/problems';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { Paper } from './invoice-documents.view.ts';

interface PaperMakerOptions {
  /** Papers that may wait for their turn; more get 503 at once. */
  readonly longestQueue?: number;
  /** How long a paper waits for its turn, and how long it may take. */
  readonly longestWaitMs?: number;
  readonly longestWorkMs?: number;
  /** How long an idle thread is kept: its fonts and its heap are 60 MB. */
  readonly idleMs?: number;
}

type Answer = { readonly bytes: Uint8Array } | { readonly error: string };

/**
 * Makes PDFs in a thread of its own, one after the other, so that no other call waits for them (libraries, "Receipts,
 * invoices"). The queue is bounded in length and time: who does not fit gets 503 with Retry-After. The thread is started
 * with the first paper, and ended when it is idle, stuck or broken.
 */
export function createPaperMaker(options: PaperMakerOptions = {}) {
  const { longestQueue = 50, longestWaitMs = 3000, longestWorkMs = 6000, idleMs = 60_000 } = options;
  const turn = new Semaphore(1, longestWaitMs);
  let waiting = 0;
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function end(): Promise<unknown> {
    clearTimeout(idle);
    const ended = worker?.terminate();
    worker = null;
    return Promise.resolve(ended);
  }

  function thread(): Worker {
    clearTimeout(idle);
    if (worker) return worker;
    const started = new Worker(join(import.meta.dirname, 'pdf.worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: 192 },
      execArgv: [],
    });
    // What breaks it also ends it, and who waits for it is told by its end.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    started.unref();
    worker = started;
    return started;
  }

  async function work(paper: Paper): Promise<Buffer> {
    const chosen = thread();
    const done = new AbortController();
    const { signal } = done;
    try {
      const answered = Promise.race([
        once(chosen, 'message', { signal }),
        once(chosen, 'exit', { signal }).then(() => {
          throw new Error('the thread of papers ended');
        }),
        sleep(longestWorkMs, undefined, { signal }).then(() => {
          throw new Error('a paper took too long');
        }),
      ]);
      chosen.postMessage(paper);
      const [answer] = (await answered) as [Answer];
      if ('error' in answer) throw new Error(answer.error);
      return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
    } catch (error) {
      await end();
      throw unavailable(5, error);
    } finally {
      done.abort();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    /** The PDF of a paper. */
    async make(paper: Paper): Promise<Buffer> {
      if (waiting >= longestQueue) throw unavailable(2);
      waiting += 1;
      try {
        return await turn.run(() => work(paper));
      } finally {
        waiting -= 1;
      }
    },
    /** Ends the thread. */
    async close(): Promise<void> {
      await end();
    },
  };
}
