import {
  baseConfig,
  flag,
  queueConfig,
  secret,
  secretly,
  sharedConfig,
} from '@gerbang/service-kit/program/config';
import { schoolSetting } from '@gerbang/contracts/school-setting';
import { z } from 'zod';

const bytes = secret.transform((text) => Buffer.from(text, 'base64'));
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The variables that programs beside the service need. */
export const storeSchema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  BUS_KEYS: sharedConfig.BUS_KEYS,
  COLUMN_KEYS: sharedConfig.COLUMN_KEYS,
  BLIND_INDEX_KEY: sharedConfig.BLIND_INDEX_KEY,
  SCHOOL_CONFIG: schoolSetting,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Where the bytes of files live: a folder, or an S3-compatible store. */
const filesConfig = {
  FILES_DRIVER: z.enum(['disk', 's3']).default('disk').describe('where files lie: disk or s3'),
  FILES_DIR: z.string().min(1).describe('folder of the files; with s3 only of what is arriving'),
  FILES_S3_BUCKET: z.string().min(3).optional().describe('private bucket, needed with s3'),
  FILES_S3_REGION: z.string().min(1).default('us-east-1').describe('its region'),
  FILES_S3_ENDPOINT: z.url().optional().describe('address of a store that is not Amazon’s'),
  FILES_S3_PATH_STYLE: flag(false).describe('1 for https://host/bucket/key'),
  FILES_S3_PREFIX: z
    .string()
    .regex(/^(?:[\w.-]+\/)*$/u, 'ends with a slash and begins with none')
    .default('')
    .describe('in front of every key, such as gerbang/'),
  FILES_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('id of the key pair; without a pair the SDK’s own chain is asked (web identity, instance)'),
  FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().meta(secretly('the other half of the pair')),
  FILES_S3_ENCRYPTION: z
    .enum(['none', 'AES256', 'aws:kms'])
    .default('none')
    .describe('encryption by the store: none, AES256, aws:kms'),
  FILES_S3_KMS_KEY_ID: z.string().min(1).optional().describe('key of aws:kms'),
  FILES_S3_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(8000)
    .describe('the longest wait for the store, all tries together; below what a caller waits'),
};

const settings = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  IDENTITY_PUBLIC_KEY: sharedConfig.IDENTITY_PUBLIC_KEY,
  CODE_KEY: bytes.meta(secretly('goes into the hashes of contact-phone codes')),
  INTERNAL_KEY: sharedConfig.INTERNAL_KEY,
  AUTH_URL: z.url().describe('address of auth'),
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  ...filesConfig,
  /** Exports of a family's own data in an hour. */
  EXPORTS_PER_HOUR: limit(5).describe('copies of their own data that a person may take in an hour'),
  CONTACT_CODES_PER_MINUTE: limit(1).describe('codes for one profile’s phone in a minute'),
  CONTACT_CODES_PER_HOUR: limit(3).describe('codes for one profile’s phone in an hour'),
  CONTACT_CODES_PER_DAY: limit(5).describe('codes for one profile’s phone in a day'),
  CONTACT_CODES_PER_ADDRESS: limit(20).describe('codes asked for by one address in an hour'),
  UPLOADS_PER_HOUR_PARENT: limit(20).describe('uploads of a parent in an hour'),
  UPLOAD_BYTES_PER_DAY_PARENT: limit(100 * 1024 * 1024).describe('bytes of a parent’s uploads in a day'),
  UPLOADS_PER_HOUR_STAFF: limit(300).describe('uploads of a member of staff in an hour'),
  UPLOAD_BYTES_PER_DAY_STAFF: limit(2 * 1024 * 1024 * 1024).describe(
    'bytes of a member of staff’s uploads in a day',
  ),
});

/** Everything that the service reads from its environment. */
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

/** A limit by address: a hundred times wider in the local run, where all callers share one address. */
export function perAddress(config: Config, value: number): number {
  return config.LOCAL_RUN ? value * 100 : value;
}
