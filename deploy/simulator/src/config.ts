import { baseConfig, secretly } from '@gerbang/service-kit/program/config';
import { z } from 'zod';

/** The environment of the simulator. */
export const simulatorConfig = z.object({
  ...baseConfig,
  WHATSAPP_TOKEN: z.string().min(8).meta(secretly('the token that a sender must show')),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,20}$/u)
    .describe('id of the sending number'),
  WHATSAPP_APP_SECRET: z.string().min(8).meta(secretly('signs the webhooks')),
  WEBHOOK_URL: z.url().describe('where reports about messages go'),
});
