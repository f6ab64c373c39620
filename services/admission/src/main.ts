import { statfs } from 'node:fs/promises';
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
import { overdueErasures } from './erasure-requests/erasure-requests.repository.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';
import { startFileSweep } from './files/file-sweep.ts';
import { startHousekeeping } from './housekeeping.ts';

/** Program: the admission service. */
run(async () => {
  const config = parseConfig(configSchema);
  const logger = createLogger('admission', config.LOG_LEVEL);
  const database = createDatabase(config.DATABASE_URL, { name: 'admission' });
  const context = buildContext(config, database, logger);
  const metrics = createMetrics('admission');
  const bus = createBus(busStore(config), logger);
  metrics.gauge('erasure_requests_overdue', 'Requests to erase whose 3 × 24 hours are over', () =>
    overdueErasures(database.knex),
  );
  watchPool(metrics, database);
  watchQueues(metrics, bus, ['admission']);
  metrics.gauge('files_free_ratio', 'Room on the disk of uploads, 0 to 1', async () => {
    const { bavail, blocks } = await statfs(config.FILES_DIR);
    return bavail / blocks;
  });
  const relay = startRelay({ url: config.DATABASE_URL, database, bus, logger, metrics });
  startConsumers({
    bus,
    database,
    sealer: context.sealer,
    queue: 'admission',
    handlers: eventHandlers(context),
    batches: eventBatches(context),
  });
  const stopHousekeeping = startHousekeeping(context, metrics);
  const stopFileSweep = startFileSweep(context, context.store);
  const identity = createVerifier(config.IDENTITY_PUBLIC_KEY, 'admission');
  const app = buildApp(
    { name: 'admission', logger, identity, metrics, ready: () => database.ping() },
    context,
  );
  const closeMetrics = await metrics.serve(config);
  await app.listen({ host: config.HOST, port: config.PORT });
  return async () => {
    await app.close();
    await stopFileSweep();
    await stopHousekeeping();
    await relay.close();
    await bus.close();
    await closeMetrics();
    await database.close();
  };
});
