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
import { MINUTE_MS, startChores } from '@gerbang/service-kit/program/timers';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';
import { startHousekeeping } from './housekeeping.ts';
import { sendReminders } from './invoice-reminders/send-reminders.ts';

/** Program: the billing service. */
run(async () => {
  const config = parseConfig(configSchema);
  const logger = createLogger('billing', config.LOG_LEVEL);
  const database = createDatabase(config.DATABASE_URL, { name: 'billing' });
  const context = buildContext(config, database, logger);
  const metrics = createMetrics('billing');
  const bus = createBus(busStore(config), logger);
  watchPool(metrics, database);
  watchQueues(metrics, bus, ['billing']);
  const relay = startRelay({ url: config.DATABASE_URL, database, bus, logger, metrics });
  startConsumers({
    bus,
    database,
    sealer: context.sealer,
    queue: 'billing',
    handlers: eventHandlers(context),
    batches: eventBatches(),
  });
  const stopHousekeeping = startHousekeeping(database, logger, metrics);
  const remind = async () => void (await sendReminders(context));
  const stopReminders = startChores(logger, [{ name: 'reminders', everyMs: MINUTE_MS, work: remind }]);
  const identity = createVerifier(config.IDENTITY_PUBLIC_KEY, 'billing');
  const app = buildApp({ name: 'billing', logger, identity, metrics, ready: () => database.ping() }, context);
  const closeMetrics = await metrics.serve(config);
  await app.listen({ host: config.HOST, port: config.PORT });
  return async () => {
    await app.close();
    await stopReminders();
    await stopHousekeeping();
    await relay.close();
    await bus.close();
    await closeMetrics();
    await database.close();
  };
});
