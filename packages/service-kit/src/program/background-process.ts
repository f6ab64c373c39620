import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, unavailable } from '../http/problems.ts';
import { FairQueue } from './fair-queue.ts';
import type { Reply } from './serve-jobs.ts';

export interface JobOptions {
  /** Whose job it is: jobs of many keys are done in turns, one of each after the other. */
  readonly key?: string;
  /** How long this job may take. */
  readonly longestWorkMs?: number;
  /** The refusal of a job that took too long, where the job itself is to blame; 503 otherwise. */
  readonly late?: () => Problem;
}

export interface BackgroundProcessOptions {
  /** The program, a module that calls `serveJobs`. */
  readonly file: string;
  /** Jobs that may wait for their turn, of all keys and of one; further ones get 503 at once. */
  readonly longestQueue?: number;
  readonly longestPerKey?: number;
  /** How long a job waits for its turn, and how long it may take. */
  readonly longestWaitMs?: number;
  readonly longestWorkMs?: number;
  /** How long an idle process is kept: its libraries and its heap take 60 MB. */
  readonly idleMs?: number;
}

/**
 * Does heavy work in a process of its own, one job after the other and at a low priority, so that no other call waits for
 * it. Jobs of one key never hold up the first one of another. The process gets no environment, and so no secret: what it reads comes from outside. The queue is bounded in length
 * and time: beyond it a job gets 503 with Retry-After. The process starts with the first job and is ended when it is
 * idle, stuck or broken.
 */
export class BackgroundProcess<Job extends object, Result> {
  readonly #file: string;
  readonly #longestWorkMs: number;
  readonly #idleMs: number;
  readonly #turn: FairQueue;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: BackgroundProcessOptions) {
    const { file, longestQueue = 50, longestWaitMs = 3000, longestWorkMs = 6000, idleMs = 60_000 } = options;
    this.#file = file;
    this.#longestWorkMs = longestWorkMs;
    this.#idleMs = idleMs;
    const { longestPerKey = longestQueue } = options;
    // One job runs beside those that wait.
    this.#turn = new FairQueue({ longestQueue: longestQueue - 1, longestPerKey, longestWaitMs });
  }

  /** The result of a job; 503 where the queue is full, the job takes too long or the process fails. */
  run(job: Job, options: JobOptions = {}): Promise<Result> {
    return this.#turn.run(options.key ?? '', () => this.#runNow(job, options));
  }

  /** Ends the process; the next job starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #runNow(job: Job, { longestWorkMs = this.#longestWorkMs, late }: JobOptions): Promise<Result> {
    const done = new AbortController();
    const { signal } = done;
    try {
      const child = this.#started();
      const replied = Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => {
          throw new Error('the background process ended');
        }),
        sleep(longestWorkMs, undefined, { signal }).then(() => {
          throw late?.() ?? new Error('a background job took too long');
        }),
      ]);
      child.send(job);
      const [reply] = (await replied) as [Reply<Result>];
      if ('error' in reply) throw new Error(reply.error);
      return reply.result;
    } catch (error) {
      await this.close();
      throw error instanceof Problem ? error : unavailable(5, error);
    } finally {
      done.abort();
      this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref();
    }
  }

  #started(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child) return this.#child;
    const { PATH = '', NODE_COMPILE_CACHE } = process.env;
    const child = fork(this.#file, [], {
      serialization: 'advanced',
      // New objects die young: a larger space for them grows to 30 MB and saves little time.
      execArgv: ['--max-old-space-size=192', '--max-semi-space-size=2'],
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A process that cannot start or be reached also exits or times out, and the waiting job is refused by that.
    child.on('error', () => undefined);
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    // A process without privileges may only be lowered.
    if (child.pid !== undefined) {
      setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
    }
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}
