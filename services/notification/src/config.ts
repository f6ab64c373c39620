import { baseConfig, keyRing, queueConfig } from '@gerbang/service-kit/config';
import { z } from 'zod';

/** What the worker reads from the environment (README, Configuration). */
export const notificationConfig = z.object({
  ...baseConfig,
  ...queueConfig,
  DATABASE_URL: z.url(),
  BUS_KEYS: keyRing,
  COLUMN_KEYS: keyRing,
  PUBLIC_ORIGIN: z.url(),
  WHATSAPP_BASE_URL: z.url(),
  WHATSAPP_TOKEN: z.string().min(8),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d{5,20}$/u),
  WHATSAPP_APP_SECRET: z.string().min(8),
  WHATSAPP_VERIFY_TOKEN: z.string().min(8),
  /** Bulk messages a second (Precisions, Announcements); codes are not counted. */
  BULK_RATE: z.coerce.number().int().min(1).max(80).default(40),
});
