import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error The package has no types.
import untypedServer from 's3rver';
import type { S3Settings } from '../src/s3-store.ts';

/** The part of s3rver that the tests use. */
interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver = untypedServer as new (options: {
  port: number;
  address: string;
  silent: boolean;
  directory: string;
  configureBuckets: Array<{ name: string; configs: readonly string[] }>;
}) => S3Server;

const BUCKET = 'gerbang-files';
const KEY = 'S3RVER';

/** An S3-compatible server with an empty bucket, and what a store and a service need to reach it. */
export async function openObjectStorage() {
  const directory = mkdtempSync(join(tmpdir(), 'gerbang-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    directory: join(directory, BUCKET),
    settings: settingsFor(endpoint),
    env: {
      FILES_DRIVER: 's3',
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_PATH_STYLE: '1',
      FILES_S3_PREFIX: 'sekolah/',
      FILES_S3_ACCESS_KEY_ID: KEY,
      FILES_S3_SECRET_ACCESS_KEY: KEY,
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** How a store at this address is reached. */
export function settingsFor(endpoint: string, more: Partial<S3Settings> = {}): S3Settings {
  return {
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint,
    pathStyle: true,
    prefix: 'sekolah/',
    credentials: { accessKeyId: KEY, secretAccessKey: KEY },
    encryption: 'none',
    timeoutMs: 60_000,
    ...more,
  };
}
