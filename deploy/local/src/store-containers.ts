import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createS3Store } from '@gerbang/file-store/s3-store';
import { parse } from 'yaml';
import { settled } from './async.ts';
import { UsageError } from './child.ts';
import { type Container, type Engine, requireEngine, type StartedContainer } from './container-engine.ts';
import { projectRoot } from './paths.ts';

const BUCKET = 'gerbang-files';
const REGION = 'garage';
const START_MS = 120_000;
const READY_TRIES = 100;

interface Shipped {
  readonly image: string;
  readonly command: string[];
}

/** What docker-compose.yml, the one place of these versions, starts as a store. */
export function shipped(service: StoreName): Shipped {
  const compose = parse(readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8')) as {
    services: Record<string, { image: string; command: string | string[] }>;
  };
  const found = compose.services[service];
  if (!found) throw new Error(`docker-compose.yml has no service ${service}`);
  const { image, command } = found;
  return { image, command: typeof command === 'string' ? command.split(' ') : command };
}

async function startOne(container: Container, image: string, port: number) {
  try {
    const started = await container.withExposedPorts(port).withStartupTimeout(START_MS).start();
    return { started, address: `${started.getHost()}:${started.getMappedPort(port)}` };
  } catch (error) {
    throw new UsageError(
      `${image} did not start (${(error as Error).message}).\nCan the engine pull it? Try: docker pull ${image}`,
    );
  }
}

type StoreName = 'postgres' | 'redis' | 'objects';
/** Where tests find a store. */
const VARIABLE = {
  postgres: 'TEST_DATABASE_URL',
  redis: 'TEST_REDIS_URL',
  objects: 'TEST_S3_URL',
} as const satisfies Record<StoreName, string>;

export interface Stores {
  /** The variables of the stores that were started. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts stores in containers, in the versions and with the settings that are shipped, empty. The one door for tests on
 * containers; it throws where no engine responds.
 */
export async function startStores(
  names: readonly StoreName[],
  find: () => Promise<Engine> = requireEngine,
): Promise<Stores> {
  const engine = await find();
  const running: StartedContainer[] = [];
  const stop = async () => void (await Promise.all(running.map((one) => one.stop())));
  const open: Open = async (container, image, port) => {
    const { started, address } = await startOne(container, image, port);
    running.push(started);
    return address;
  };
  const opened = { postgres: openPostgres, redis: openRedis, objects: openObjects };
  try {
    const pairs = await settled(
      names.map(async (name) => [VARIABLE[name], await opened[name](engine, open)] as const),
    );
    return { env: Object.fromEntries(pairs), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
type Open = (container: Container, image: string, port: number) => Promise<string>;

async function openPostgres({ GenericContainer, Wait }: Engine, open: Open): Promise<string> {
  const { image, command } = shipped('postgres');
  const password = randomBytes(12).toString('hex');
  const container = new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    // Nothing here outlives a power cut; many test files connect at once.
    .withCommand([...command, '-c', 'fsync=off', '-c', 'max_connections=300'])
    // The first start makes the cluster and ends.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/u, 2));
  return `postgres://postgres:${password}@${await open(container, image, 5432)}/postgres`;
}

async function openRedis({ GenericContainer, Wait }: Engine, open: Open): Promise<string> {
  const { image, command } = shipped('redis');
  const container = new GenericContainer(image)
    .withCommand(command)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/iu));
  return `redis://${await open(container, image, 6379)}`;
}

async function openObjects({ GenericContainer, Wait }: Engine, open: Open): Promise<string> {
  const accessKeyId = `GK${randomBytes(12).toString('hex')}`;
  const secretAccessKey = randomBytes(32).toString('hex');
  const settings = `
metadata_dir = "/tmp/meta"
data_dir = "/tmp/data"
db_engine = "sqlite"
replication_factor = 1
rpc_bind_addr = "[::]:3901"
rpc_public_addr = "127.0.0.1:3901"
rpc_secret = "${randomBytes(32).toString('hex')}"

[s3_api]
api_bind_addr = "[::]:3900"
s3_region = "${REGION}"
`;
  const { image, command } = shipped('objects');
  const container = new GenericContainer(image)
    .withCopyContentToContainer([{ content: settings, target: '/etc/garage.toml' }])
    .withEnvironment({
      GARAGE_DEFAULT_ACCESS_KEY: accessKeyId,
      GARAGE_DEFAULT_SECRET_KEY: secretAccessKey,
      GARAGE_DEFAULT_BUCKET: BUCKET,
    })
    .withCommand(command)
    .withWaitStrategy(Wait.forListeningPorts());
  const address = await open(container, image, 3900);
  await responding(`http://${address}`, { accessKeyId, secretAccessKey });
  return `http://${accessKeyId}:${secretAccessKey}@${address}/${BUCKET}?region=${REGION}`;
}

/** Waits until the store lists its bucket: it makes key and bucket after it has opened its port. */
async function responding(
  endpoint: string,
  credentials: { accessKeyId: string; secretAccessKey: string },
): Promise<void> {
  const place = { bucket: BUCKET, region: REGION, endpoint, pathStyle: true, prefix: '', credentials };
  const store = createS3Store({ ...place, encryption: 'none', timeoutMs: 5000 });
  for (let tries = 1; ; tries += 1) {
    try {
      await store.listOlder(new Date())[Symbol.asyncIterator]().next();
      return;
    } catch (error) {
      if (tries === READY_TRIES) throw (error as Error).cause ?? error;
      await sleep(200);
    }
  }
}
