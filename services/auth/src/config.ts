import { baseConfig, queueConfig, secret, secretly, sharedConfig } from '@gerbang/service-kit/program/config';
import { z } from 'zod';

const bytes = secret.transform((text) => Buffer.from(text, 'base64'));
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The variables that programs beside the service need. */
export const storeSchema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AUDIT_KEY: sharedConfig.AUDIT_KEY,
  PASSWORD_PEPPER: bytes.meta(secretly('goes into every password hash; never changes')),
  BUS_KEYS: sharedConfig.BUS_KEYS,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything that the service reads from its environment. */
export const configSchema = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  CODE_KEY: bytes.meta(
    secretly('goes into the hashes of reset codes and counters, and signs device cookies'),
  ),
  INTERNAL_KEY: sharedConfig.INTERNAL_KEY,
  IDENTITY_PUBLIC_KEY: sharedConfig.IDENTITY_PUBLIC_KEY,
  LOGIN_FAILURES_PER_ADDRESS: limit(30).describe('wrong passwords of one address in ten minutes'),
  RESET_REQUESTS_PER_ADDRESS: limit(20).describe('reset requests of one address in an hour'),
  RESET_REQUESTS_PER_MINUTE: limit(1).describe('reset requests of one account in a minute'),
  RESET_REQUESTS_PER_HOUR: limit(3).describe('reset requests of one account in an hour'),
  RESET_REQUESTS_PER_DAY: limit(5).describe('reset requests of one account in a day'),
  PHONE_CODES_PER_NUMBER: limit(15).describe('codes to one number in a day, over all accounts'),
  RESET_WRONG_CODES: limit(50).describe(
    'wrong codes since the last success until an account’s reset closes for a day',
  ),
});
export type Config = z.output<typeof configSchema>;

/** A limit by address: a hundred times wider in the local run, where all callers share one address. */
export function perAddress(config: Config, value: number): number {
  return config.LOCAL_RUN ? value * 100 : value;
}
