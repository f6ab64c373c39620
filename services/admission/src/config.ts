import { baseConfig, keyRing, pem, queueConfig, secret } from '@gerbang/service-kit/config';
import { schoolSetting } from '@gerbang/service-kit/school-setting';
import { z } from 'zod';

const bytes = secret.transform((text) => Buffer.from(text, 'base64'));
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** What programs that touch the sealed data need: the seed, the rotation and the service. */
export const storeSchema = z.object({
  DATABASE_URL: z.url(),
  BUS_KEYS: keyRing,
  COLUMN_KEYS: keyRing,
  BLIND_INDEX_KEY: bytes,
  SCHOOL_CONFIG: schoolSetting,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything the service reads from its environment. Limits a person can meet are configuration (decisions). */
export const configSchema = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  IDENTITY_PUBLIC_KEY: pem,
  /** Hashes of contact-phone codes. */
  CODE_KEY: bytes,
  /** What services show each other at their internal calls. */
  INTERNAL_KEY: secret,
  AUTH_URL: z.url(),
  PUBLIC_ORIGIN: z.url(),
  FILES_DIR: z.string().min(1),
  CONTACT_CODES_PER_MINUTE: limit(1),
  CONTACT_CODES_PER_HOUR: limit(3),
  CONTACT_CODES_PER_DAY: limit(5),
  CONTACT_CODES_PER_ADDRESS: limit(20),
  UPLOADS_PER_HOUR_PARENT: limit(20),
  UPLOAD_BYTES_PER_DAY_PARENT: limit(100 * 1024 * 1024),
  UPLOADS_PER_HOUR_STAFF: limit(300),
  UPLOAD_BYTES_PER_DAY_STAFF: limit(2 * 1024 * 1024 * 1024),
});
export type Config = z.output<typeof configSchema>;

/** In the local run everybody shares one address, so limits by address are a hundred times wider (decisions, Everywhere). */
export function perAddress(config: Config, value: number): number {
  return config.LOCAL_RUN ? value * 100 : value;
}
