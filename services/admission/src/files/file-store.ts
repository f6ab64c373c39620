import type { Config } from '../config.ts';
import { createDiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-store.ts';

type StoreConfig = Pick<
  Config,
  | 'FILES_DIR'
  | 'FILES_DRIVER'
  | 'FILES_S3_BUCKET'
  | 'FILES_S3_REGION'
  | 'FILES_S3_ENDPOINT'
  | 'FILES_S3_PATH_STYLE'
  | 'FILES_S3_PREFIX'
  | 'FILES_S3_ACCESS_KEY_ID'
  | 'FILES_S3_SECRET_ACCESS_KEY'
  | 'FILES_S3_ENCRYPTION'
  | 'FILES_S3_KMS_KEY_ID'
  | 'FILES_S3_TIMEOUT_MS'
>;

function settingsOf(config: StoreConfig): S3Settings {
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

/** A store whose program is loaded when it is first used: who keeps files in a folder has no SDK in memory. */
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

/** The store of files that the configuration chooses: a folder, or an S3-compatible one. */
export function createFileStore(config: StoreConfig): ObjectStore {
  if (config.FILES_DRIVER === 'disk') return createDiskStore(config.FILES_DIR);
  return onFirstUse(async () => (await import('./s3-store.ts')).createS3Store(settingsOf(config)));
}
