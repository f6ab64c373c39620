import { createPrivateKey, createPublicKey } from 'node:crypto';
import { schoolSetting } from '@gerbang/contracts/school-setting';
import { baseConfig, ConfigError, secretly, sharedConfig } from '@gerbang/service-kit/program/config';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { BUSINESS_ACCOUNT_ID, createSimulator, type SimulatorOptions } from './app.ts';

const BANK_VARIABLES = [
  'PAY_CLIENT_KEY',
  'PAY_CLIENT_SECRET',
  'PAY_PARTNER_ID',
  'PAY_CHANNEL_ID',
  'PAY_QRIS_MERCHANT_ID',
  'PAY_BANKS',
  'BANK_PRIVATE_KEY',
  'BANK_MERCHANT_KEY',
  'BANK_WEBHOOK_URL',
] as const;

const banksSchema = z.array(z.object({ code: z.string(), partnerServiceId: z.string() }));

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
  SNAP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe(
      'port on which the simulated bank speaks SNAP; without it there is no bank, with it all PAY_ and BANK_ variables',
    ),
  PAY_CLIENT_KEY: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('by which the provider knows the school, at its calls for tokens'),
  PAY_CLIENT_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta(secretly('signs calls to the provider, and its notifications where it says so')),
  PAY_PARTNER_ID: z.string().min(1).max(36).optional().describe('id of the school at the provider'),
  PAY_CHANNEL_ID: z
    .string()
    .min(1)
    .max(5)
    .optional()
    .describe('channel of the calls, as the provider gives it'),
  PAY_QRIS_MERCHANT_ID: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('id of the school’s QRIS at the provider'),
  PAY_BANKS: z
    .string()
    .transform((text) => banksSchema.parse(JSON.parse(text)))
    .optional()
    .describe('banks of virtual accounts, JSON: [{code, name, partnerServiceId, customerDigits}]'),
  PAY_SIGNATURE: z.enum(['hmac', 'rsa']).default('rsa').describe('how the provider signs its notifications'),
  BANK_PRIVATE_KEY: z.string().optional().meta(secretly('the simulated bank’s own key, a PEM')),
  BANK_MERCHANT_KEY: z.string().optional().describe('public key of the school, a PEM'),
  BANK_WEBHOOK_URL: z.url().optional().describe('base of the notifications of the simulated bank'),
});

/** The bank of the environment, or none; a half-set one is an error. */
function bankOf(config: z.output<typeof simulatorConfig>): SimulatorOptions['bank'] {
  if (config.SNAP_PORT === undefined) return undefined;
  const missing = BANK_VARIABLES.filter((name) => config[name] === undefined);
  if (missing.length > 0) throw new ConfigError(`SNAP_PORT needs ${missing.join(', ')}, too`);
  const text = (name: Exclude<(typeof BANK_VARIABLES)[number], 'PAY_BANKS'>) => config[name] ?? '';
  return {
    clientKey: text('PAY_CLIENT_KEY'),
    clientSecret: text('PAY_CLIENT_SECRET'),
    partnerId: text('PAY_PARTNER_ID'),
    channelId: text('PAY_CHANNEL_ID'),
    merchantId: text('PAY_QRIS_MERCHANT_ID'),
    banks: config.PAY_BANKS ?? [],
    signs: config.PAY_SIGNATURE,
    key: createPrivateKey(text('BANK_PRIVATE_KEY')),
    merchantKey: createPublicKey(text('BANK_MERCHANT_KEY')),
    webhookUrl: text('BANK_WEBHOOK_URL'),
  };
}

/** Starts the simulator; resolves with the function that stops it. */
export async function startSimulator(config: z.output<typeof simulatorConfig>): Promise<() => Promise<void>> {
  const logger = createLogger('simulator', config.LOG_LEVEL);
  const bank = bankOf(config);
  const { app, smtp, snap } = createSimulator({
    token: config.WHATSAPP_TOKEN,
    phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
    appSecret: config.WHATSAPP_APP_SECRET,
    webhookUrl: config.WEBHOOK_URL,
    businessAccountId: config.WHATSAPP_BUSINESS_ACCOUNT_ID,
    school: config.SCHOOL_CONFIG.name,
    origin: new URL(config.PUBLIC_ORIGIN).origin,
    empty: config.SIMULATOR_EMPTY,
    logger,
    ...(bank && { bank }),
  });
  await snap?.listen({ host: config.HOST, port: config.SNAP_PORT ?? 0 });
  if (config.SMTP_PORT !== undefined) await smtp.listen(config.HOST, config.SMTP_PORT);
  await app.listen({ host: config.HOST, port: config.PORT });
  logger.info({ port: config.PORT }, 'simulator listens');
  return () => app.close();
}
