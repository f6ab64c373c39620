import { baseConfig, keyRing, pem, queueConfig } from '@gerbang/service-kit/config';
import { schoolSetting } from '@gerbang/service-kit/school-setting';
import { z } from 'zod';

/** What programs beside the service need: the seed and the checks. */
export const storeSchema = z.object({
  DATABASE_URL: z.url(),
  BUS_KEYS: keyRing,
  SCHOOL_CONFIG: schoolSetting,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything the service reads from its environment. */
export const configSchema = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  IDENTITY_PUBLIC_KEY: pem,
  PUBLIC_ORIGIN: z.url(),
  /** `off` lets a foundation with one person review its own announcements (decisions, Announcements). */
  FOUR_EYES: z.enum(['on', 'off']).default('on'),
});
export type Config = z.output<typeof configSchema>;
