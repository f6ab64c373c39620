import type { QueueName } from '@gerbang/contracts/events';
import {
  createPostgresBackend,
  Queue,
  Worker,
  type Job,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

/** What travels through a queue: only type, id and version are in clear. */
export interface BusJob {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly sealed: string;
  readonly requestId?: string;
}

export type BusPlace = { readonly redisUrl: string } | { readonly queueDatabaseUrl: string };
export type Bus = ReturnType<typeof createBus>;

const KEEP = { removeOnComplete: { age: 3600, count: 1000 }, removeOnFail: { age: 7 * 24 * 3600 } };
const RETRY = { attempts: 20, backoff: { type: 'exponential' as const, delay: 500, jitter: 0.3 } };

/** The place of the queue from the configuration: Redis where it is set. */
export function busPlace(config: { REDIS_URL?: string; QUEUE_DATABASE_URL?: string }): BusPlace {
  if (config.REDIS_URL) return { redisUrl: config.REDIS_URL };
  if (config.QUEUE_DATABASE_URL) return { queueDatabaseUrl: config.QUEUE_DATABASE_URL };
  throw new Error('REDIS_URL or QUEUE_DATABASE_URL must be set');
}

/** The queue on Redis or on its own PostgreSQL database; nothing else knows which. */
export function createBus(place: BusPlace, logger: Logger) {
  const queues = new Map<string, Queue<BusJob>>();
  const workers: Worker<BusJob>[] = [];
  const clients: Redis[] = [];

  const complain = (error: Error) => logger.warn({ err: error }, 'queue connection');

  function redis(url: string, blocking: boolean): Redis {
    const client = new Redis(url, {
      maxRetriesPerRequest: blocking ? null : 1,
      enableOfflineQueue: blocking,
      connectTimeout: 2000,
      retryStrategy: (times) => Math.min(times * 100, 2000),
    });
    client.on('error', complain);
    clients.push(client);
    return client;
  }

  function connection(blocking: boolean): { connection: unknown } {
    if ('redisUrl' in place) return { connection: redis(place.redisUrl, blocking) };
    // The queue keeps its own schema; its migrations run once under its own lock.
    return { connection: { connectionString: place.queueDatabaseUrl, max: blocking ? 4 : 3, migrate: true } };
  }

  function queueOf(name: QueueName): Queue<BusJob> {
    let queue = queues.get(name);
    if (!queue) {
      const options = { ...connection(false), defaultJobOptions: { ...KEEP, ...RETRY } } as QueueOptions;
      queue =
        'redisUrl' in place
          ? new Queue<BusJob>(name, options)
          : (new Queue(name, options, createPostgresBackend as never) as unknown as Queue<BusJob>);
      queue.on('error', complain);
      queues.set(name, queue);
    }
    return queue;
  }

  return {
    /** Adds a job; `jobId` defaults to the event's id, so that an event added twice is one job. */
    async add(
      name: QueueName,
      job: BusJob,
      options: { jobId?: string; delayMs?: number; priority?: number } = {},
    ) {
      await queueOf(name).add(job.type, job, {
        jobId: options.jobId ?? job.id,
        ...(options.delayMs && { delay: options.delayMs }),
        ...(options.priority && { priority: options.priority }),
      });
    },
    /** Works a queue; what the handler throws is tried again with backoff. */
    worker(
      name: QueueName,
      handler: (job: BusJob, raw: Job<BusJob>) => Promise<void>,
      options: { concurrency?: number; limiter?: { max: number; duration: number } } = {},
    ): Worker<BusJob> {
      const settings = {
        ...connection(true),
        concurrency: options.concurrency ?? 4,
        ...(options.limiter && { limiter: options.limiter }),
      } as WorkerOptions;
      const process = (job: Job<BusJob>) => handler(job.data, job);
      const worker =
        'redisUrl' in place
          ? new Worker<BusJob>(name, process, settings)
          : (new Worker(
              name,
              process as never,
              settings,
              createPostgresBackend as never,
            ) as unknown as Worker<BusJob>);
      worker.on('error', complain);
      worker.on('failed', (job, error) =>
        logger.warn({ err: error, job: job?.id, type: job?.name }, 'job failed'),
      );
      workers.push(worker);
      return worker;
    },
    /** Jobs that wait, a queue. */
    async depth(name: QueueName): Promise<number> {
      return queueOf(name).getWaitingCount();
    },
    /** Resolves when the queue's store answers. */
    async ping(name: QueueName): Promise<void> {
      await queueOf(name).getWaitingCount();
    },
    /** Lets running jobs end (at most 20 s), then closes every connection. */
    async close(): Promise<void> {
      await Promise.race([
        Promise.all(workers.map((worker) => worker.close())),
        new Promise((resolve) => setTimeout(resolve, 20_000).unref()),
      ]);
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      for (const client of clients) client.disconnect();
    },
  };
}
