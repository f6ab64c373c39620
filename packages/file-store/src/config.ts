import { flag, secretly } from '@gerbang/service-kit/program/config';
import { z } from 'zod';

/** The variables of the store: a folder, or an S3-compatible store. */
export const filesConfig = {
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

/** The settings of the store, as parsed. */
export type FilesConfig = z.output<z.ZodObject<typeof filesConfig>>;

/** Adds the rules between the variables of the store to a schema that has them. */
export function checkFilesConfig<S extends z.ZodType<FilesConfig>>(schema: S): S {
  return schema
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
}
