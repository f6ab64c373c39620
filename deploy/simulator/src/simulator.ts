import { schoolSetting } from '@gerbang/contracts/school-setting';
import { baseConfig, secretly, sharedConfig } from '@gerbang/service-kit/program/config';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { BUSINESS_ACCOUNT_ID, createSimulator } from './app.ts';

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
  WHATSAPP_BUSINESS_ACCOUNT_ID: z
    .string()
    .regex(/^\d{5,20}$/u)
    .default(BUSINESS_ACCOUNT_ID)
    .describe('id of the simulated account'),
  SIMULATOR_EMPTY: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1')
    .describe('1 = begins without templates and with a number that is not registered'),
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  SCHOOL_CONFIG: schoolSetting,
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
    businessAccountId: config.WHATSAPP_BUSINESS_ACCOUNT_ID,
    school: config.SCHOOL_CONFIG.name,
    origin: new URL(config.PUBLIC_ORIGIN).origin,
    empty: config.SIMULATOR_EMPTY,
    logger,
  });
  if (config.SMTP_PORT !== undefined) await smtp.listen(config.HOST, config.SMTP_PORT);
  await app.listen({ host: config.HOST, port: config.PORT });
  logger.info({ port: config.PORT }, 'simulator listens');
  return () => app.close();
}
