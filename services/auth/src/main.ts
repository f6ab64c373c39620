import { busStore, createBus } from '@gerbang/service-kit/events/bus';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { startRelay } from '@gerbang/service-kit/events/outbox';
import { watchPool, watchQueues } from '@gerbang/service-kit/program/process-figures';
import { abandon, run } from '@gerbang/service-kit/program/shutdown';
import { createStartGate } from '@gerbang/service-kit/http/start-gate';
import { buildApp } from './app.ts';
import { buildContext } from './build-context.ts';
import { configSchema } from './config.ts';
import { eventHandlers } from './data-export/data-rights.ts';
import { refuseDemoAccounts } from './demo-refusal.ts';
import { startHousekeeping, wrongCodesInAnHour } from './housekeeping.ts';
import { readCommonPasswords } from './passwords/password-policy.ts';

/** Program: the auth service. */
run(async () => {
  const config = parseConfig(configSchema);
  const logger = createLogger('auth', config.LOG_LEVEL);
  const database = createDatabase(config.DATABASE_URL, { name: 'auth' });
  const gate = createStartGate({
    check: () => refuseDemoAccounts(database.knex, config.LOCAL_RUN),
    logger,
    giveUp: abandon,
  });
  const common = readCommonPasswords(new URL('../data/common-passwords.txt', import.meta.url));
  const context = await buildContext(config, database, common, logger);
  const metrics = createMetrics('auth');
  metrics.gauge('reset_codes_wrong', 'Wrong reset codes of the last hour, all accounts', () =>
    wrongCodesInAnHour(database.knex),
  );
  const bus = createBus(busStore(config), logger);
  watchPool(metrics, database);
  watchQueues(metrics, bus, ['auth']);
  const relay = startRelay({ url: config.DATABASE_URL, database, bus, logger, metrics });
  startConsumers({
    bus,
    database,
    sealer: context.sealer,
    queue: 'auth',
    handlers: eventHandlers(context),
  });
  const stopHousekeeping = startHousekeeping(database, logger, metrics);
  const identity = createVerifier(config.IDENTITY_PUBLIC_KEY, 'auth');
  const app = buildApp(
    {
      name: 'auth',
      logger,
      identity,
      metrics,
      internalKey: config.INTERNAL_KEY,
      ready: async () => {
        gate.assertOpen();
        await database.ping();
      },
    },
    context,
  );
  gate.guard(app);
  const closeMetrics = await metrics.serve(config);
  await app.listen({ host: config.HOST, port: config.PORT });
  return async () => {
    await gate.close();
    await app.close();
    await stopHousekeeping();
    await relay.close();
    await bus.close();
    await closeMetrics();
    await database.close();
  };
});
