import { secretly } from '@gerbang/service-kit/program/config';
import { z } from 'zod';
import { configSchema } from '@gerbang/admission-service/config';
import { migrationSettings } from '@gerbang/local/settings';

const files = configSchema.shape;

/**
 * The environment of `npm run backup` and `npm run restore`. With `OWNER_DATABASE_URL` they work on the installation of
 * the migration's variables (compose, production), else on the local run.
 */
export const backupSettings = migrationSettings.extend({
  OWNER_DATABASE_URL: migrationSettings.shape.OWNER_DATABASE_URL.optional().meta(
    secretly('the owner, who may read everything; without it the local run is meant'),
  ),
  FILES_DRIVER: files.FILES_DRIVER,
  FILES_DIR: files.FILES_DIR.optional().describe('folder of the files, as admission has it'),
  FILES_S3_BUCKET: files.FILES_S3_BUCKET,
  FILES_S3_REGION: files.FILES_S3_REGION,
  FILES_S3_ENDPOINT: files.FILES_S3_ENDPOINT,
  FILES_S3_PATH_STYLE: files.FILES_S3_PATH_STYLE,
  FILES_S3_PREFIX: files.FILES_S3_PREFIX,
  FILES_S3_ACCESS_KEY_ID: files.FILES_S3_ACCESS_KEY_ID,
  FILES_S3_SECRET_ACCESS_KEY: files.FILES_S3_SECRET_ACCESS_KEY,
  FILES_S3_ENCRYPTION: files.FILES_S3_ENCRYPTION,
  FILES_S3_KMS_KEY_ID: files.FILES_S3_KMS_KEY_ID,
  FILES_S3_TIMEOUT_MS: files.FILES_S3_TIMEOUT_MS,
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('folder of the archives; local run: backups in its data folder'),
  BACKUP_RECIPIENT: z
    .string()
    .startsWith('age1')
    .optional()
    .describe('public key that archives are encrypted for (age); needed elsewhere than in the local run'),
  BACKUP_IDENTITY: z
    .string()
    .startsWith('AGE-SECRET-KEY-')
    .optional()
    .meta(
      secretly(
        'private key that opens archives (age); only for restoring: whoever destroys it destroys them',
      ),
    ),
});
export type BackupSettings = z.output<typeof backupSettings>;
