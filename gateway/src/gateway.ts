import { createBus } from '@gerbang/service-kit/events/bus';
import { busStore } from '@gerbang/service-kit/events/bus-store';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createSigner } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { watchPool, watchQueues, watchSchool } from '@gerbang/service-kit/program/process-figures';
import { currentTracing, openTracing } from '@gerbang/service-kit/program/tracing';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { Redis } from 'ioredis';
import { buildGateway } from './app.ts';
import { watchCondition } from './condition/watch-condition.ts';
import { watchParts } from './condition/watch-parts.ts';
import type { Config } from './config.ts';
import { databaseHits, redisHits, withFallback } from './limits/limit-store.ts';
import { consumeEvents } from './consume-events.ts';
import { PortalSchool } from './school/portal-school.ts';
import { databaseSchool, redisSchool } from './school/school-store.ts';
import { knownSessions } from './sessions/known-sessions.ts';
import { listenOnPostgres, postgresSessionStore } from './sessions/postgres-session-store.ts';
import { listenOnRedis, redisSessionStore } from './sessions/redis-session-store.ts';
import { databaseTime, redisTime, startStoreClock } from './sessions/store-clock.ts';
import { startDeletingExpired } from './delete-expired.ts';

/**
 * Starts the gateway with a configuration that is parsed already; resolves with the function that stops it: first the
 * server, so that running requests end, then what they use.
 */
export async function startGateway(config: Config): Promise<() => Promise<void>> {
  await openTracing(config);
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const database = createDatabase(config.DATABASE_URL, { name: 'gateway' });
  const redis = config.REDIS_URL
    ? new Redis(config.REDIS_URL, {
        maxRetriesPerRequest: 1,
        enableOfflineQueue: false,
        commandTimeout: 1500,
        // The reads of one turn of the event loop leave in one packet.
        enableAutoPipelining: true,
      })
    : undefined;
  const redisFailed = (error: unknown) => logger.warn({ err: error }, 'sessions on Redis');
  redis?.on('error', redisFailed);
  const clock = startStoreClock(() => (redis ? redisTime(redis) : databaseTime(database)));
  const store = knownSessions(
    redis ? redisSessionStore(redis, clock.now) : postgresSessionStore(database, clock.now),
    clock.now,
  );
  const changes = redis
    ? listenOnRedis(redis, store.forget, redisFailed)
    : listenOnPostgres(config.DATABASE_URL, store.forget);
  const hits = databaseHits(database);
  const sweep = startDeletingExpired(database, logger, clock.now);
  const bus = createBus(busStore(config), logger);
  const school = new PortalSchool(redis ? redisSchool(redis) : databaseSchool(database), logger);
  consumeEvents(bus, createSealer(config.BUS_KEYS), { store, school });
  await school.watch();
  const metrics = createMetrics('gateway');
  watchPool(metrics, database);
  watchQueues(metrics, bus, ['gateway']);
  watchSchool(metrics, school);
  const app = await buildGateway({
    config,
    store,
    school,
    countHits: redis ? withFallback(redisHits(redis), hits) : hits,
    queueReady: () => bus.ping('gateway'),
    sign: createSigner(config.IDENTITY_SECRETS),
    logger,
    metrics,
    now: clock.now,
    watch: (waiting) => watchCondition({ bus, waiting, logger, metrics }),
    watchParts: (upstreams) => watchParts({ upstreams, logger, metrics }),
  });
  const closeMetrics = await metrics.serve(config);
  await app.listen({ host: config.HOST, port: config.PORT });
  return async () => {
    await app.close();
    await bus.close();
    await school.close();
    await sweep.stop();
    clock.stop();
    await changes.close();
    await store.close();
    await closeMetrics();
    await database.close();
    await currentTracing()?.flush();
  };
}
