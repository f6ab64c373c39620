import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashJob } from './hash.worker.ts';

type Reply = { readonly result: string | boolean } | { readonly error: string };

/** A thread hashes and does little else. */
const LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** One thread, with one job at a time. */
class HashThread {
  readonly #worker = new Worker(join(import.meta.dirname, 'hash.worker.ts'), {
    resourceLimits: LIMITS,
    execArgv: [],
  });
  #settle: ((reply: Reply) => void) | undefined;
  ended = false;

  constructor() {
    let cause = 'the hash thread ended';
    this.#worker.on('message', (reply: Reply) => this.#settle?.(reply));
    this.#worker.on('error', (error) => {
      cause = String(error);
    });
    this.#worker.on('exit', () => {
      this.ended = true;
      this.#settle?.({ error: cause });
    });
    this.#worker.unref();
  }

  run(job: HashJob): Promise<string | boolean> {
    // A process with nothing else to do ends, but not before its hash.
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#settle = (reply) => {
        this.#settle = undefined;
        this.#worker.unref();
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result);
      };
      this.#worker.postMessage(job);
    });
  }
}

/**
 * Threads for argon2 alone, at a priority below the thread that serves reads; Node's own pool stays free for files and names. A
 * thread starts with the first job that finds none idle; the caller bounds how many run at once.
 */
export class HashThreads {
  readonly #idle: HashThread[] = [];

  async run<Result extends string | boolean>(job: HashJob): Promise<Result> {
    const thread = this.#idle.pop() ?? new HashThread();
    try {
      return (await thread.run(job)) as Result;
    } finally {
      if (!thread.ended) this.#idle.push(thread);
    }
  }
}
