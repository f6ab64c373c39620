import { baseConfig, serviceConfig, sharedConfig } from '@gerbang/service-kit/program/config';
import { z } from 'zod';

/** The variables that programs beside the service need. */
export const storeSchema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AUDIT_KEY: sharedConfig.AUDIT_KEY,
  BUS_KEYS: sharedConfig.BUS_KEYS,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything that the service reads from its environment. */
export const configSchema = storeSchema.extend({
  ...serviceConfig,
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  FOUR_EYES: sharedConfig.FOUR_EYES,
  INTERNAL_KEY: sharedConfig.INTERNAL_KEY,
  ADMISSION_URL: z.url().describe('address of admission'),
  AUTH_URL: z.url().describe('address of auth'),
});
export type Config = z.output<typeof configSchema>;
