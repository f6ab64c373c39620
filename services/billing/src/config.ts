import { baseConfig, keyRing, pem, queueConfig, secret } from '@gerbang/service-kit/config';
import { schoolSetting } from '@gerbang/service-kit/school-setting';
import { z } from 'zod';

const bytes = secret.transform((text) => Buffer.from(text, 'base64'));

/** What programs beside the service need: the seed and the checks. */
export const storeSchema = z.object({
  DATABASE_URL: z.url(),
  BUS_KEYS: keyRing,
  COLUMN_KEYS: keyRing,
  BLIND_INDEX_KEY: bytes,
  SCHOOL_CONFIG: schoolSetting,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything the service reads from its environment. */
export const configSchema = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  IDENTITY_PUBLIC_KEY: pem,
  PUBLIC_ORIGIN: z.url(),
  /** What services show each other at their internal calls. */
  INTERNAL_KEY: secret,
  ADMISSION_URL: z.url(),
});
export type Config = z.output<typeof configSchema>;
