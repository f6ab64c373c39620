import { secretly, sharedConfig } from '@gerbang/service-kit/program/config';
import { z } from 'zod';
import { filesConfig } from '@gerbang/file-store/config';
import { migrationSettings } from '@gerbang/local/settings';

/**
 * The environment of `npm run backup` and `npm run restore`. With `OWNER_DATABASE_URL` they work on the installation of
 * the migration's variables (compose, production), else on the local run.
 */
export const backupSettings = migrationSettings.extend({
  OWNER_DATABASE_URL: migrationSettings.shape.OWNER_DATABASE_URL.optional().meta(
    secretly('the owner, who may read everything; without it the local run is meant'),
  ),
  ...filesConfig,
  FILES_DIR: filesConfig.FILES_DIR.optional().describe('folder of the files, as admission has it'),
  AUDIT_KEY: sharedConfig.AUDIT_KEY.optional().meta(
    secretly('that of the services: a restore checks the trails with it'),
  ),
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
