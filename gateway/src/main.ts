import { busPlace, createBus } from '@gerbang/service-kit/bus';
import { parseConfig } from '@gerbang/service-kit/config';
import { startConsumers } from '@gerbang/service-kit/consumers';
import { createDatabase } from '@gerbang/service-kit/database';
import { createLogger } from '@gerbang/service-kit/logger';
import { createMetrics } from '@gerbang/service-kit/metrics';
import { createSealer } from '@gerbang/service-kit/sealing';
import { run } from '@gerbang/service-kit/shutdown';
import { gatewayConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import { createReadiness, serviceReady } from './readiness.ts';
import { postgresSessions } from './sessions/postgres.store.ts';
import { redisClient, redisSessions } from './sessions/redis.store.ts';
import { startSweeper } from './sweeper.ts';

run(async () => {
  const config = parseConfig(gatewayConfig);
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const metrics = createMetrics('gateway');
  const database = createDatabase(config.DATABASE_URL, { name: 'gateway', max: 10 });
  const redis = config.REDIS_URL ? redisClient(config.REDIS_URL, logger) : undefined;
  const store = redis
    ? redisSessions(redis)
    : postgresSessions(createDatabase(config.DATABASE_URL, { name: 'gateway-sessions', max: 10 }));
  const bus = createBus(busPlace(config), logger);
  const app = await createGateway({
    config,
    store,
    database,
    redis,
    logger,
    metrics,
    ready: createReadiness([
      { name: 'sessions', own: true, answers: () => store.ping() },
      { name: 'database', own: false, answers: () => database.ping() },
      { name: 'queue', own: false, answers: () => bus.ping('gateway') },
      serviceReady('auth', config.AUTH_URL),
      serviceReady('notification', config.NOTIFICATION_URL),
    ]),
  });
  const closeMetrics =
    config.METRICS_PORT === undefined ? undefined : await metrics.listen(config.HOST, config.METRICS_PORT);
  await app.listen({ host: config.HOST, port: config.PORT });
  // The net below the command in auth's own answer: a gateway that died in between ends the sessions here.
  startConsumers({
    bus,
    database,
    sealer: createSealer(config.BUS_KEYS),
    queue: 'gateway',
    handlers: { 'sessions.revoked': async (_trx, { userId, epoch }) => store.revoke(userId, epoch) },
  });
  const stopSweeper = startSweeper({ store, database, logger });
  logger.info({ port: config.PORT }, 'gateway listens');
  return async () => {
    stopSweeper();
    await app.close();
    await bus.close();
    await closeMetrics?.();
    await store.close();
    await database.close();
  };
});
