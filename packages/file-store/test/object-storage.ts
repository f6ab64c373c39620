import { randomUUID } from 'node:crypto';
import { createS3Store, type S3Settings } from '../src/s3-store.ts';
import { openS3Fake } from './s3-fake.ts';

const FAKE = {
  bucket: 'gerbang-files',
  region: 'us-east-1',
  accessKeyId: 'KUNCI',
  secretAccessKey: 'RAHASIA',
};

/**
 * An S3-compatible store without objects, and what a program needs to reach it: the one of
 * `TEST_S3_URL=http://<key>:<secret>@host:port/<bucket>?region=…`, else a fake in this process.
 */
export async function openObjectStorage() {
  const given = process.env.TEST_S3_URL;
  const fake = given === undefined ? await openS3Fake(FAKE.bucket, FAKE) : null;
  // A prefix of its own: test files share a given bucket.
  const settings = { ...placeOf(given, fake?.endpoint ?? ''), prefix: `sekolah-${randomUUID()}/` };
  const store = createS3Store(settings);
  return {
    settings,
    /** The ids of all stored objects. */
    async ids(): Promise<string[]> {
      const found: string[] = [];
      for await (const id of store.listOlder(new Date(Date.now() + 3_600_000))) found.push(id);
      return found;
    },
    env: {
      FILES_DRIVER: 's3',
      FILES_S3_BUCKET: settings.bucket,
      FILES_S3_REGION: settings.region,
      FILES_S3_ENDPOINT: settings.endpoint ?? '',
      FILES_S3_PATH_STYLE: '1',
      FILES_S3_PREFIX: settings.prefix,
      FILES_S3_ACCESS_KEY_ID: settings.credentials?.accessKeyId ?? '',
      FILES_S3_SECRET_ACCESS_KEY: settings.credentials?.secretAccessKey ?? '',
    },
    close: async () => fake?.close(),
  };
}

function placeOf(given: string | undefined, fakeEndpoint: string): S3Settings {
  if (given === undefined) return settingsFor(fakeEndpoint);
  const { origin, pathname, username, password, searchParams } = new URL(given);
  return settingsFor(origin, {
    bucket: pathname.slice(1),
    region: searchParams.get('region') ?? FAKE.region,
    credentials: { accessKeyId: username, secretAccessKey: password },
  });
}

/** How a store at this address is reached. */
export function settingsFor(endpoint: string, more: Partial<S3Settings> = {}): S3Settings {
  const { bucket, region, accessKeyId, secretAccessKey } = FAKE;
  return {
    bucket,
    region,
    endpoint,
    pathStyle: true,
    prefix: 'sekolah/',
    credentials: { accessKeyId, secretAccessKey },
    encryption: 'none',
    timeoutMs: 60_000,
    ...more,
  };
}
