import { BULK_QUEUES, type QueueName } from '@gerbang/contracts/event-queues';
import type { EventType } from '@gerbang/contracts/events';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { trailChores } from '../audit/trail-watch.ts';
import { createDatabase, type Database } from '../data/database.ts';
import { type RetentionRule, retentionChore } from '../data/retention.ts';
import type { KeyRing, Sealer } from '../data/sealing.ts';
import { type Bus, createBus } from '../events/bus.ts';
import { busStore } from '../events/bus-store.ts';
import {
  type BatchHandlers,
  type Handlers,
  startBulkConsumers,
  startConsumers,
} from '../events/consumers.ts';
import { startRelay } from '../events/relay.ts';
import { createVerifier, type Verifier } from '../http/identity.ts';
import { serveInProcess } from '../http/in-process.ts';
import type { ServerOptions } from '../http/server.ts';
import { createStartGate } from '../http/start-gate.ts';
import { parseConfig } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { watchReads } from '../audit/read-figures.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type RecordCheck, watchChecks, watchPace, watchPool, watchQueues } from './process-figures.ts';
import { abandon, run } from './shutdown.ts';
import { currentTracing, openTracing } from './tracing.ts';
import { type Chore, startChores } from './timers.ts';

/** The settings that starting a service needs; `baseConfig`, `queueConfig` and `sharedConfig` provide them. */
interface ServiceConfig {
  readonly HOST: string;
  readonly PORT: number;
  readonly METRICS_PORT?: number | undefined;
  readonly LOG_LEVEL: string;
  readonly NODE_ENV: string;
  readonly LOCAL_RUN: boolean;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
  readonly QUEUE_DATABASE_URL?: string | undefined;
  readonly QUEUE_LOCK_SECONDS?: number | undefined;
  readonly IDENTITY_KEYS: KeyRing;
  readonly IDENTITY_PUBLIC_KEY?: string | undefined;
  readonly AUDIT_KEY: Buffer;
}

/** The part of a service's context that the kit uses itself. */
interface ServiceContext {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  /** The clock, so that tests can move the business day. */
  readonly now: () => Date;
}

export type AppOptions = ServerOptions & { readonly identity: Verifier };

/** What a service is made of. The same value starts it alone, in parts of a larger process, and in tests. */
export interface Service<Config extends ServiceConfig, Context extends ServiceContext> {
  /** Audience of the gateway's signatures, and name in logs and figures. */
  readonly name: string;
  readonly config: z.ZodType<Config>;
  /** Connections of the database pool, where the usual number does not fit. */
  readonly connections?: number;
  readonly context: (parts: {
    readonly config: Config;
    readonly database: Database;
    readonly bus: Bus;
    readonly log: Logger;
  }) => Context | Promise<Context>;
  /** The HTTP server, not listening yet. */
  readonly app: (options: AppOptions, context: Context) => FastifyInstance | Promise<FastifyInstance>;
  /** The queue of its events, and what it does with them. */
  readonly events: (context: Context) => {
    readonly queue: QueueName;
    readonly handlers: Handlers;
    readonly batches?: BatchHandlers;
    /** Types of large events that may wait a few seconds while the portal is busy. */
    readonly paced?: readonly EventType[];
  };
  /** Queues that it works beside the one of its events; for the figures. */
  readonly queues?: readonly QueueName[];
  /** What its daily retention ends. */
  readonly retention: (context: Context) => RetentionRule[];
  /** Recurring work beside sealing and checking the audit trail and retention. */
  readonly chores?: (context: Context, record: RecordCheck) => Chore[];
  /** Daily checks whose age and findings are figures, beside the audit trail's. */
  readonly checks?: readonly ('books' | 'dashboards' | 'seats')[];
  /** Figures of its own. */
  readonly metrics?: (metrics: Metrics, context: Context) => void;
  /** Further work that starts once the app listens; resolves with the function that stops it. */
  readonly work?: (context: Context) => Promise<() => Promise<void>>;
  /** Further condition of `/readyz`, beside the database. */
  readonly ready?: (context: Context) => Promise<void>;
  /** Must resolve before the app takes calls; a ConfigError ends the process. */
  readonly check?: (context: Context) => Promise<void>;
}

/** `app` takes calls; `work` relays and consumes events and does chores. They share nothing but the database. */
export type ServiceHalf = 'app' | 'work';

type Stop = () => Promise<void>;

/**
 * How many seconds bulk work waits at most, in all, while the portal is busy. A result goes through two relays, its
 * application and the sending of its message: together less than a minute.
 */
const HOLDS = { relay: 3, paced: 5, copies: 30 };
/** The share that large events keep even where the gateways say stop: the first family sees its result at once. */
const PACED_LEAST = 0.3;

interface Started<Context> {
  readonly context: Context;
  readonly bus: Bus;
  readonly metrics: Metrics;
}

async function startApp<Config extends ServiceConfig, Context extends ServiceContext>(
  service: Service<Config, Context>,
  config: Config,
  { context, metrics }: Started<Context>,
): Promise<Stop> {
  const { name, check } = service;
  const { database, log } = context;
  const gate = check && createStartGate({ check: () => check(context), logger: log, giveUp: abandon });
  const ready = async () => {
    gate?.assertOpen();
    await database.ping();
    await service.ready?.(context);
  };
  const identity = createVerifier(config.IDENTITY_KEYS, name, config.IDENTITY_PUBLIC_KEY);
  const app = await service.app({ name, logger: log, identity, metrics, ready }, context);
  gate?.guard(app);
  await app.listen({ host: config.HOST, port: config.PORT });
  serveInProcess(app.server);
  return async () => {
    await gate?.close();
    await app.close();
  };
}

async function startWork<Config extends ServiceConfig, Context extends ServiceContext>(
  service: Service<Config, Context>,
  config: Config,
  { context, bus, metrics }: Started<Context>,
): Promise<Stop> {
  const { database, sealer, log } = context;
  const { queue, paced = [], ...handlers } = service.events(context);
  watchReads(metrics, database);
  service.metrics?.(metrics, context);
  const { [queue]: bulkQueue } = BULK_QUEUES;
  watchQueues(metrics, bus, [...(service.queues ?? []), queue, ...(bulkQueue ? [bulkQueue] : [])]);
  watchPace(metrics, bus);
  const lane = bus.lane(HOLDS.relay);
  const relay = startRelay({ url: config.DATABASE_URL, database, bus, logger: log, metrics, lane });
  const consumers = { bus, database, sealer, queue, ...handlers };
  startConsumers({ ...consumers, paced: { types: paced, lane: bus.lane(HOLDS.paced, PACED_LEAST) } });
  startBulkConsumers({ ...consumers, lane: bus.lane(HOLDS.copies) });
  const stopWork = await service.work?.(context);
  const record = watchChecks(metrics, ['audit', ...(service.checks ?? [])]);
  const stopChores = startChores(log, [
    ...trailChores({ database, key: config.AUDIT_KEY, log, metrics, record }),
    ...(service.chores?.(context, record) ?? []),
    retentionChore(context, log, service.retention(context)),
  ]);
  return async () => {
    bus.endLanes();
    await Promise.all([stopWork?.(), stopChores()]);
    await relay.close();
  };
}

/**
 * Starts a service, or one half of it, with a configuration that is parsed already; resolves with the function that stops
 * it. The app listens before the work begins, so that a port that is taken starts no worker. The stop follows the way of
 * a request: the app, so that running requests end; the work, so that what they wrote can still be relayed; the queue,
 * whose running jobs end; the database last, because all of them use it.
 */
export async function startService<Config extends ServiceConfig, Context extends ServiceContext>(
  service: Service<Config, Context>,
  config: Config,
  halves: readonly ServiceHalf[] = ['app', 'work'],
): Promise<Stop> {
  const { name, connections } = service;
  await openTracing(config);
  const log = createLogger(name, config.LOG_LEVEL);
  const database = createDatabase(config.DATABASE_URL, { name, ...(connections && { max: connections }) });
  const bus = createBus(busStore(config), log);
  const metrics = createMetrics(name);
  watchPool(metrics, database);
  const context = await service.context({ config, database, bus, log });
  const started = { context, bus, metrics };
  const closeMetrics = await metrics.serve(config);
  const stopApp = halves.includes('app') ? await startApp(service, config, started) : undefined;
  const stopWork = halves.includes('work') ? await startWork(service, config, started) : undefined;
  return async () => {
    await stopApp?.();
    await stopWork?.();
    await bus.close();
    await closeMetrics();
    await database.close();
    await currentTracing()?.flush();
  };
}

/** Program: the service alone, configured by the environment. */
export function runService<Config extends ServiceConfig, Context extends ServiceContext>(
  service: Service<Config, Context>,
): void {
  run(service.name, () => startService(service, parseConfig(service.config)));
}
