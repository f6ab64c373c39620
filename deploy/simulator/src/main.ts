import { parseConfig } from '@gerbang/service-kit/program/config';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { run } from '@gerbang/service-kit/program/shutdown';
import { createSimulator } from './app.ts';
import { simulatorConfig } from './config.ts';

run(async () => {
  const config = parseConfig(simulatorConfig);
  const logger = createLogger('simulator', config.LOG_LEVEL);
  const { app } = createSimulator({
    token: config.WHATSAPP_TOKEN,
    phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
    appSecret: config.WHATSAPP_APP_SECRET,
    webhookUrl: config.WEBHOOK_URL,
    logger,
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  logger.info({ port: config.PORT }, 'simulator listens');
  return () => app.close();
});
