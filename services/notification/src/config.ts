import { baseConfig, keyRing, pem, queueConfig } from '@gerbang/service-kit/config';
import { z } from 'zod';

/** What programs beside the worker need: the rotation and the check of the trail. */
export const storeConfig = z.object({ DATABASE_URL: z.url(), COLUMN_KEYS: keyRing });

/** What the worker reads from the environment (README, Configuration). */
export const notificationConfig = storeConfig.extend({
  ...baseConfig,
  ...queueConfig,
  BUS_KEYS: keyRing,
  IDENTITY_PUBLIC_KEY: pem,
  PUBLIC_ORIGIN: z.url(),
  WHATSAPP_BASE_URL: z.url(),
  WHATSAPP_TOKEN: z.string().min(8),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d{5,20}$/u),
  WHATSAPP_APP_SECRET: z.string().min(8),
  WHATSAPP_VERIFY_TOKEN: z.string().min(8),
  /** Bulk messages a second (Precisions, Announcements); codes are not counted. */
  BULK_RATE: z.coerce.number().int().min(1).max(80).default(40),
});
