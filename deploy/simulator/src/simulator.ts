import { baseConfig, secretly } from '@gerbang/service-kit/program/config';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { createSimulator } from './app.ts';

/** The environment of the simulator. */
export const simulatorConfig = z.object({
  ...baseConfig,
  WHATSAPP_TOKEN: z.string().min(8).meta(secretly('the token that a sender must show')),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,20}$/u)
    .describe('id of the sending number'),
  WHATSAPP_APP_SECRET: z.string().min(8).meta(secretly('signs the webhooks')),
  SMTP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('port on which it takes letters; without it none'),
  WEBHOOK_URL: z.url().describe('where reports about messages go'),
});

/** Starts the simulator; resolves with the function that stops it. */
export async function startSimulator(config: z.output<typeof simulatorConfig>): Promise<() => Promise<void>> {
  const logger = createLogger('simulator', config.LOG_LEVEL);
  const { app, smtp } = createSimulator({
    token: config.WHATSAPP_TOKEN,
    phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
    appSecret: config.WHATSAPP_APP_SECRET,
    webhookUrl: config.WEBHOOK_URL,
    logger,
  });
  if (config.SMTP_PORT !== undefined) await smtp.listen(config.HOST, config.SMTP_PORT);
  await app.listen({ host: config.HOST, port: config.PORT });
  logger.info({ port: config.PORT }, 'simulator listens');
  return () => app.close();
}
