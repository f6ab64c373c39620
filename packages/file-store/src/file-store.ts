import type { FilesConfig } from './config.ts';
import { createDiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-store.ts';

function settingsOf(config: FilesConfig): S3Settings {
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return {
    bucket: config.FILES_S3_BUCKET ?? '',
    region: config.FILES_S3_REGION,
    endpoint: config.FILES_S3_ENDPOINT,
    pathStyle: config.FILES_S3_PATH_STYLE,
    prefix: config.FILES_S3_PREFIX,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    encryption: config.FILES_S3_ENCRYPTION,
    kmsKeyId: config.FILES_S3_KMS_KEY_ID,
    timeoutMs: config.FILES_S3_TIMEOUT_MS,
  };
}

/** A store whose module is loaded on first use, so that a program with files in a folder has no SDK in memory. */
function onFirstUse(load: () => Promise<ObjectStore>): ObjectStore {
  let loaded: Promise<ObjectStore> | undefined;
  const store = () => (loaded ??= load());
  return {
    put: async (id, bytes) => (await store()).put(id, bytes),
    get: async (id) => (await store()).get(id),
    delete: async (id) => (await store()).delete(id),
    async *listOlder(before) {
      yield* (await store()).listOlder(before);
    },
    tidy: async (before) => (await store()).tidy(before),
  };
}

/** Creates the store that the configuration chooses: a folder, or an S3-compatible store. */
export function createFileStore(config: FilesConfig): ObjectStore {
  if (config.FILES_DRIVER === 'disk') return createDiskStore(config.FILES_DIR);
  return onFirstUse(async () => (await import('./s3-store.ts')).createS3Store(settingsOf(config)));
}
