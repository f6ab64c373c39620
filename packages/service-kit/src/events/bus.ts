import type { QueueName } from '@gerbang/contracts/event-queues';
import {
  createPostgresBackend,
  Queue,
  Worker,
  type Job,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from '../program/logger.ts';
import { traced } from '../program/tracing.ts';
import { type BusJob, UnreadableEvent } from './bus-job.ts';
import { type BusStore, connectPressure, generationOf, reconnect } from './bus-store.ts';
import { guardAgainstClockChanges } from './queue-clock.ts';
import { Lane, openPressure } from './pressure.ts';
import type { Pressure } from './pressure-store.ts';
import { openQueueConnections, startWorkerWhenReady } from './queue-connections.ts';
import { pauseAfter } from './retry-pause.ts';
import { leave, reviveFailed } from './stuck-jobs.ts';
import { withTimeout } from '../program/with-timeout.ts';
import { noteStarted } from '../program/started-work.ts';

export type Bus = ReturnType<typeof createBus>;

export interface AddOptions {
  readonly jobId?: string;
  readonly delayMs?: number;
  readonly priority?: number;
}

const KEEP = { removeOnComplete: { age: 3600, count: 1000 }, removeOnFail: { age: 7 * 24 * 3600 } };
const RETRY = { attempts: 20, backoff: { type: 'capped' } };
// A killed worker's jobs come back within a lock and a half: 15 s instead of BullMQ's 60.
const LOCK_SECONDS = 10;
const REVIVE_EVERY_MS = 5 * 60_000;
const REVIVE_AFTER_MS = 3600_000;
const ADD_MS = 5000;
const CLOSE_MS = 20_000;
const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;

/** The queues on Redis or PostgreSQL; no other module knows which. */
export function createBus(store: BusStore, logger: Logger) {
  const lockMs = (store.lockSeconds ?? LOCK_SECONDS) * 1000;
  const queues = new Map<QueueName, Queue<BusJob>>();
  const workers: { close(): Promise<void> }[] = [];
  const clients: Redis[] = [];
  const timers: NodeJS.Timeout[] = [];
  const guards: (() => Promise<void>)[] = [];
  let generationClient: Redis | undefined;

  const databaseUrl = 'redisUrl' in store ? undefined : store.queueDatabaseUrl;
  const connections = databaseUrl === undefined ? undefined : openQueueConnections(databaseUrl);

  const complain = (error: Error) => logger.warn({ err: error }, 'queue connection');
  const url = 'redisUrl' in store ? store.redisUrl : store.queueDatabaseUrl;
  const lanes: Lane[] = [];
  let opened: ReturnType<typeof openPressure> | undefined;
  const pressure = () => (opened ??= openPressure(url, complain, () => connectPressure(store, complain)));

  function redis(url: string, blocking: boolean): Redis {
    const client = new Redis(url, {
      maxRetriesPerRequest: blocking ? null : 1,
      enableOfflineQueue: blocking,
      connectTimeout: 2000,
      retryStrategy: reconnect,
    });
    client.on('error', complain);
    clients.push(client);
    return client;
  }

  function connection(blocking: boolean): object {
    return {
      connection: 'redisUrl' in store ? redis(store.redisUrl, blocking) : connections?.asPool(),
    };
  }

  function queueOf(name: QueueName): Queue<BusJob> {
    const known = queues.get(name);
    if (known) return known;
    const options = { ...connection(false), defaultJobOptions: { ...KEEP, ...RETRY } } as QueueOptions;
    const queue =
      'redisUrl' in store
        ? new Queue<BusJob>(name, options)
        : (new Queue(name, options, createPostgresBackend as never) as unknown as Queue<BusJob>);
    queue.on('error', complain);
    queues.set(name, queue);
    return queue;
  }

  /** A ready queue. On PostgreSQL BullMQ keeps a failed start forever, so such a queue is created again. */
  async function readyQueue(name: QueueName): Promise<Queue<BusJob>> {
    const queue = queueOf(name);
    try {
      await withTimeout(ADD_MS, queue.waitUntilReady());
    } catch (error) {
      if ('queueDatabaseUrl' in store && queues.get(name) === queue) {
        queues.delete(name);
        queue.close().catch(complain);
      }
      throw error;
    }
    return queue;
  }

  const revive = async (name: QueueName, olderThanMs = REVIVE_AFTER_MS) =>
    reviveFailed(await readyQueue(name), logger, olderThanMs);

  /** The span of a job: it belongs to the request that caused its event, or is linked to those of several. */
  const spanOf = (queue: QueueName, { requestId, events = [] }: BusJob) =>
    ({
      kind: 'consumer',
      program: String(logger.bindings().process),
      requestIds: [requestId, ...events.map((event) => event.requestId)].filter((id) => id !== undefined),
      attributes: {
        'messaging.system': 'bullmq',
        'messaging.destination.name': queue,
        'messaging.batch.message_count': Math.max(1, events.length),
      },
    }) as const;

  return {
    /** Adds the jobs of a queue that were given up again (`reviveFailed`); returns how many. */
    reviveFailed: revive,
    /** Adds a job; `jobId` defaults to the event's id, so that an event added twice is one job. */
    async add(name: QueueName, job: BusJob, options: AddOptions = {}): Promise<void> {
      const queue = await readyQueue(name);
      const added = queue.add(job.type, job, {
        jobId: options.jobId ?? job.id,
        ...(options.delayMs && { delay: options.delayMs }),
        ...(options.priority && { priority: options.priority }),
      });
      await withTimeout(ADD_MS, added);
    },
    /** Adds jobs together under their events' ids, so that a repeat after a failure halfway adds only what is missing. */
    async addAll(name: QueueName, jobs: readonly BusJob[]): Promise<void> {
      const queue = await readyQueue(name);
      const bulk = jobs.map((job) => ({ name: job.type, data: job, opts: { jobId: job.id } }));
      await withTimeout(ADD_MS, queue.addBulk(bulk));
    },
    /**
     * Runs a handler for each job of a queue; a job whose handler throws is retried with backoff, and one whose event this
     * release cannot read (`UnreadableEvent`) stays for a newer program.
     */
    worker(
      name: QueueName,
      work: (job: BusJob, raw: Job<BusJob>) => Promise<void>,
      options: { concurrency?: number } = {},
    ): { close(): Promise<void> } {
      const handler: typeof work = (job, raw) => {
        noteStarted({ part: '', kind: 'JOB', route: `${name} ${job.type}`, requestId: job.requestId });
        return work(job, raw);
      };
      const settings = () => ({
        ...connection(true),
        concurrency: options.concurrency ?? 4,
        // By default BullMQ gives up a job after its worker was killed twice, regardless of `attempts`.
        maxStalledCount: RETRY.attempts,
        lockDuration: lockMs,
        stalledInterval: lockMs / 2,
        runRetryDelay: 1000,
        settings: { backoffStrategy: (attempts: number) => pauseAfter(attempts) },
      });
      const process = (job: Job<BusJob>, token?: string) =>
        traced(
          `process ${job.name}`,
          () => spanOf(name, job.data),
          () => handler(job.data, job),
        ).catch((error: unknown) => {
          if (error instanceof UnreadableEvent) return leave({ job, token }, error, logger);
          throw error;
        });
      const withLogging = (worker: Worker<BusJob>) => {
        worker.on('error', complain);
        worker.on('failed', (job, error) =>
          logger.warn({ err: error, job: job?.id, type: job?.name }, 'job failed'),
        );
        return worker;
      };
      const worker =
        'redisUrl' in store
          ? withLogging(new Worker<BusJob>(name, process, settings() as WorkerOptions))
          : startWorkerWhenReady(complain, () => {
              const later = { ...settings(), autorun: false } as WorkerOptions;
              const made = new Worker(name, process as never, later, createPostgresBackend as never);
              return withLogging(made as unknown as Worker<BusJob>);
            });
      workers.push(worker);
      timers.push(setInterval(() => void revive(name).catch(complain), REVIVE_EVERY_MS).unref());
      guards.push(guardAgainstClockChanges({ queue: () => readyQueue(name), databaseUrl, lockMs, complain }));
      return worker;
    },
    /** The number of waiting jobs of a queue. */
    async depth(name: QueueName): Promise<number> {
      return withTimeout(ADD_MS, (await readyQueue(name)).getWaitingCount());
    },
    /** Jobs of a queue by state. */
    async counts(name: QueueName): Promise<Record<string, number>> {
      return withTimeout(ADD_MS, (await readyQueue(name)).getJobCounts(...STATES));
    },
    /** Resolves when the queue's store responds. */
    async ping(name: QueueName): Promise<void> {
      await withTimeout(ADD_MS, (await readyQueue(name)).getWaitingCount());
    },
    /**
     * Identifies the state of the store as `generation/run`. A new generation: the store was emptied. A new run: it was
     * restarted, or a replica took over, and it may have lost the last writes.
     */
    async generation(): Promise<string> {
      if (!('redisUrl' in store)) return 'postgres';
      generationClient ??= redis(store.redisUrl, false);
      return generationOf(generationClient);
    },
    /** A kind of bulk work, which waits while the portal is busy, but in all no longer than so many seconds. */
    lane(boundSeconds: number, least?: number): Lane {
      const lane = new Lane(pressure().pace, boundSeconds, least);
      lanes.push(lane);
      return lane;
    },
    /** Lets all bulk work go on, because the process is about to end and waits for it. */
    endLanes(): void {
      for (const lane of lanes) lane.end();
    },
    /** The pace of this process' bulk work, as a share of its full speed, and why it is slower. */
    pace: (): { readonly share: number; readonly cause: string } => pressure().pace,
    /** Slows all bulk work down, or stops it, for the next three seconds; the worst of several gateways counts. */
    signal: (level: Pressure, cause: string): Promise<void> => pressure().store.tell(level, cause),
    /** Waits for running jobs (at most 20 s), then closes all connections. */
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      for (const lane of lanes) lane.end();
      const closing = Promise.all([
        ...workers.map((worker) => worker.close()),
        ...guards.map((stop) => stop()),
      ]);
      await withTimeout(CLOSE_MS, closing).catch(complain);
      await withTimeout(ADD_MS, Promise.all([...queues.values()].map((queue) => queue.close()))).catch(
        complain,
      );
      for (const client of clients) client.disconnect();
      await withTimeout(ADD_MS, Promise.all([opened?.release(), connections?.release()])).catch(complain);
    },
  };
}
