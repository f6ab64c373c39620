import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { UsageError } from '@gerbang/local/child';
import { type DatabaseName, DATABASES, databaseUrls, type DatabaseUrls } from '@gerbang/local/databases';
import { filesFolder } from '@gerbang/local/program-parts';
import { runningFrom } from '@gerbang/local/leftovers';
import { dataFolder } from '@gerbang/local/paths';
import { startPostgres } from '@gerbang/local/postgres';
import { loadSecrets } from '@gerbang/local/secrets';
import { createFileStore } from '@gerbang/file-store/file-store';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { awaitServer } from './await-server.ts';
import { localKeys } from './identity.ts';
import { type BackupSettings, backupSettings } from './settings.ts';

/** The source of a backup, or the target of a restore. */
export interface Installation {
  readonly ownerUrl: string;
  readonly urls: DatabaseUrls;
  readonly store: ObjectStore;
  /** Checks the trails after a restore; without it they are not checked. */
  readonly auditKey?: Buffer | undefined;
}

/** The installation that the environment names, with the folder and the keys of its archives. */
export interface Found extends Installation {
  readonly folder: string;
  readonly recipient: string | undefined;
  readonly identity: string | undefined;
  /** Id of the process that runs the local installation. */
  readonly running: number | null;
  close(): Promise<void>;
}

function givenUrls(settings: BackupSettings): DatabaseUrls {
  return Object.fromEntries(
    DATABASES.flatMap((name) => {
      const url = settings[`${name.toUpperCase() as Uppercase<DatabaseName>}_DATABASE_URL`];
      return url === undefined ? [] : [[name, url]];
    }),
  );
}

function elsewhere(settings: BackupSettings, ownerUrl: string): Found {
  const { FILES_DIR, BACKUP_DIR } = settings;
  const urls = givenUrls(settings);
  const lacking = DATABASES.filter((name) => name !== 'queue' && urls[name] === undefined);
  if (lacking.length > 0) {
    throw new UsageError(
      `${lacking.map((name) => `${name.toUpperCase()}_DATABASE_URL`).join(', ')} must be set`,
    );
  }
  if (!FILES_DIR || !BACKUP_DIR) throw new UsageError('FILES_DIR and BACKUP_DIR must be set');
  return {
    ownerUrl,
    urls,
    store: createFileStore({ ...settings, FILES_DIR }),
    auditKey: settings.AUDIT_KEY,
    folder: BACKUP_DIR,
    recipient: settings.BACKUP_RECIPIENT,
    identity: settings.BACKUP_IDENTITY,
    running: null,
    close: async () => undefined,
  };
}

/** Finds the installation: by its URLs in production, else that of the local run, whose cluster it starts if necessary. */
export async function findInstallation(env: NodeJS.ProcessEnv = process.env): Promise<Found> {
  const settings = parseConfig(backupSettings, env);
  if (settings.OWNER_DATABASE_URL) {
    const found = elsewhere(settings, settings.OWNER_DATABASE_URL);
    await awaitServer(found.ownerUrl);
    return found;
  }
  const dataDir = dataFolder(env);
  if (!existsSync(join(dataDir, 'secrets.json'))) {
    throw new UsageError(
      `${dataDir} has no secrets.json: put that of the installation there, without it sealed data stays sealed`,
    );
  }
  const secrets = loadSecrets(dataDir);
  const keys = await localKeys(dataDir);
  const postgres = env.DATABASE_URL
    ? null
    : await startPostgres({ dataDir: join(dataDir, 'postgres'), password: secrets.ownerPassword });
  const ownerUrl = env.DATABASE_URL ?? postgres?.url ?? '';
  return {
    ownerUrl,
    urls: databaseUrls(ownerUrl, secrets),
    store: createFileStore({ ...settings, FILES_DIR: settings.FILES_DIR ?? filesFolder(dataDir) }),
    auditKey: settings.AUDIT_KEY ?? Buffer.from(secrets.auditKey, 'base64'),
    folder: settings.BACKUP_DIR ?? join(dataDir, 'backups'),
    recipient: settings.BACKUP_RECIPIENT ?? keys.recipient,
    identity: settings.BACKUP_IDENTITY ?? keys.identity,
    running: runningFrom(dataDir),
    async close() {
      // A running portal still needs the cluster.
      if (postgres && !runningFrom(dataDir)) await postgres.stop();
    },
  };
}
