import { baseConfig, keyRing, pem, queueConfig, secret } from '@gerbang/service-kit/config';
import { z } from 'zod';

const bytes = secret.transform((text) => Buffer.from(text, 'base64'));
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** What programs that touch accounts need, the seed and `create-admin` included. */
export const storeSchema = z.object({
  DATABASE_URL: z.url(),
  PASSWORD_PEPPER: bytes,
  /** Every change of an account is told to the others. */
  BUS_KEYS: keyRing,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything the service reads from its environment. Limits a person can meet are configuration (decisions). */
export const configSchema = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  CODE_KEY: bytes,
  /** What services show each other at their internal calls. */
  INTERNAL_KEY: secret,
  IDENTITY_PUBLIC_KEY: pem,
  LOGIN_FAILURES_PER_ADDRESS: limit(30),
  RESET_REQUESTS_PER_ADDRESS: limit(20),
  RESET_REQUESTS_PER_MINUTE: limit(1),
  RESET_REQUESTS_PER_HOUR: limit(3),
  RESET_REQUESTS_PER_DAY: limit(5),
  RESET_WRONG_CODES: limit(50),
});
export type Config = z.output<typeof configSchema>;

/** In the local run everybody shares one address, so limits by address are a hundred times wider (decisions, Everywhere). */
export function perAddress(config: Config, value: number): number {
  return config.LOCAL_RUN ? value * 100 : value;
}
