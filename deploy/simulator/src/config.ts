import { baseConfig } from '@gerbang/service-kit/config';
import { z } from 'zod';

/** What the simulator reads from the environment. */
export const simulatorConfig = z.object({
  ...baseConfig,
  WHATSAPP_TOKEN: z.string().min(8),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d{5,20}$/u),
  WHATSAPP_APP_SECRET: z.string().min(8),
  WEBHOOK_URL: z.url(),
});
