import { baseConfig, flag, keyRing, pem, queueConfig, secret } from '@gerbang/service-kit/config';
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

/** Where the bytes of files live (decisions, Files): a folder, or an S3-compatible store. */
const filesConfig = {
  FILES_DRIVER: z.enum(['disk', 's3']).default('disk'),
  /** The files themselves, or with `s3` only what is arriving. */
  FILES_DIR: z.string().min(1),
  FILES_S3_BUCKET: z.string().min(3).optional(),
  FILES_S3_REGION: z.string().min(1).default('us-east-1'),
  FILES_S3_ENDPOINT: z.url().optional(),
  FILES_S3_PATH_STYLE: flag(false),
  FILES_S3_PREFIX: z
    .string()
    .regex(/^(?:[\w.-]+\/)*$/u, 'ends with a slash and begins with none')
    .default(''),
  /** Without this pair the SDK's own chain is asked (environment, web identity, instance). */
  FILES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  FILES_S3_ENCRYPTION: z.enum(['none', 'AES256', 'aws:kms']).default('none'),
  FILES_S3_KMS_KEY_ID: z.string().min(1).optional(),
  /** The longest wait for the store, all tries together; below what a caller waits. */
  FILES_S3_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(8000),
};

const settings = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  IDENTITY_PUBLIC_KEY: pem,
  /** Hashes of contact-phone codes. */
  CODE_KEY: bytes,
  /** What services show each other at their internal calls. */
  INTERNAL_KEY: secret,
  AUTH_URL: z.url(),
  PUBLIC_ORIGIN: z.url(),
  ...filesConfig,
  CONTACT_CODES_PER_MINUTE: limit(1),
  CONTACT_CODES_PER_HOUR: limit(3),
  CONTACT_CODES_PER_DAY: limit(5),
  CONTACT_CODES_PER_ADDRESS: limit(20),
  UPLOADS_PER_HOUR_PARENT: limit(20),
  UPLOAD_BYTES_PER_DAY_PARENT: limit(100 * 1024 * 1024),
  UPLOADS_PER_HOUR_STAFF: limit(300),
  UPLOAD_BYTES_PER_DAY_STAFF: limit(2 * 1024 * 1024 * 1024),
});

/** Everything the service reads from its environment. Limits a person can meet are configuration (decisions). */
export const configSchema = settings
  .refine(({ FILES_DRIVER, FILES_S3_BUCKET }) => FILES_DRIVER === 'disk' || FILES_S3_BUCKET !== undefined, {
    path: ['FILES_S3_BUCKET'],
    message: 'FILES_DRIVER=s3 needs it',
  })
  .refine(
    (all) => (all.FILES_S3_ACCESS_KEY_ID === undefined) === (all.FILES_S3_SECRET_ACCESS_KEY === undefined),
    {
      path: ['FILES_S3_SECRET_ACCESS_KEY'],
      message: 'goes with FILES_S3_ACCESS_KEY_ID: both or neither',
    },
  );
export type Config = z.output<typeof configSchema>;

/** In the local run everybody shares one address, so limits by address are a hundred times wider (decisions, Everywhere). */
export function perAddress(config: Config, value: number): number {
  return config.LOCAL_RUN ? value * 100 : value;
}
