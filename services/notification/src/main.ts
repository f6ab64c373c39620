import { busStore, createBus } from '@gerbang/service-kit/events/bus';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { startRelay } from '@gerbang/service-kit/events/outbox';
import { watchPool, watchQueues } from '@gerbang/service-kit/program/process-figures';
import { run } from '@gerbang/service-kit/program/shutdown';
import { notificationConfig } from './config.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createService } from './service.ts';
import { createWhatsApp } from './delivery/whatsapp.ts';

run(async () => {
  const config = parseConfig(notificationConfig);
  const logger = createLogger('notification', config.LOG_LEVEL);
  const metrics = createMetrics('notification');
  const database = createDatabase(config.DATABASE_URL, { name: 'notification', max: 12 });
  const bus = createBus(busStore(config), logger);
  watchPool(metrics, database);
  watchQueues(metrics, bus, ['notification', 'notification-codes', 'notification-accounts']);
  const relay = startRelay({ url: config.DATABASE_URL, database, bus, logger, metrics });
  const service = await createService({
    database,
    bus,
    logger,
    metrics,
    provider: createWhatsApp({
      baseUrl: config.WHATSAPP_BASE_URL,
      token: config.WHATSAPP_TOKEN,
      phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
    }),
    identity: createVerifier(config.IDENTITY_PUBLIC_KEY, 'notification'),
    busKeys: config.BUS_KEYS,
    columnKeys: config.COLUMN_KEYS,
    appSecret: config.WHATSAPP_APP_SECRET,
    verifyToken: config.WHATSAPP_VERIFY_TOKEN,
    publicOrigin: config.PUBLIC_ORIGIN,
    bulkRate: config.BULK_RATE,
  });
  const closeMetrics = await metrics.serve(config);
  await service.app.listen({ host: config.HOST, port: config.PORT });
  const stopSweeper = await service.start();
  const stopHousekeeping = startHousekeeping(database, logger, metrics);
  logger.info({ port: config.PORT }, 'notification listens');
  return async () => {
    await Promise.all([service.app.close(), stopSweeper(), stopHousekeeping(), relay.close()]);
    await bus.close();
    await closeMetrics();
    await database.close();
  };
});
