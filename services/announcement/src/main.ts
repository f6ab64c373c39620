import { busStore, createBus } from '@gerbang/service-kit/events/bus';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { startRelay } from '@gerbang/service-kit/events/outbox';
import { watchPool, watchQueues } from '@gerbang/service-kit/program/process-figures';
import { run } from '@gerbang/service-kit/program/shutdown';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';
import { startHousekeeping } from './housekeeping.ts';

/** Program: the announcement service. */
run(async () => {
  const config = parseConfig(configSchema);
  const logger = createLogger('announcement', config.LOG_LEVEL);
  const database = createDatabase(config.DATABASE_URL, { name: 'announcement' });
  const context = buildContext(config, database, logger);
  const metrics = createMetrics('announcement');
  const bus = createBus(busStore(config), logger);
  watchPool(metrics, database);
  watchQueues(metrics, bus, ['announcement']);
  const relay = startRelay({ url: config.DATABASE_URL, database, bus, logger, metrics });
  startConsumers({
    bus,
    database,
    sealer: context.sealer,
    queue: 'announcement',
    handlers: eventHandlers(context),
    batches: eventBatches(),
  });
  const stopHousekeeping = startHousekeeping(database, logger, metrics);
  const identity = createVerifier(config.IDENTITY_PUBLIC_KEY, 'announcement');
  const app = buildApp(
    { name: 'announcement', logger, identity, metrics, ready: () => database.ping() },
    context,
  );
  const closeMetrics = await metrics.serve(config);
  await app.listen({ host: config.HOST, port: config.PORT });
  return async () => {
    await app.close();
    await stopHousekeeping();
    await relay.close();
    await bus.close();
    await closeMetrics();
    await database.close();
  };
});
