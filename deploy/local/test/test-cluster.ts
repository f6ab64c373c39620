import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningPostmaster } from '../src/cluster-folder.ts';
import { startPostgres } from '../src/postgres.ts';

export interface TestDatabase {
  url: string;
  stop(): Promise<void>;
}

const PREFIX = 'gerbang-test-';

/** A Postgres for one test run: the given one, else a container where an engine replies, else the embedded cluster. */
export async function testDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  return (await container()) ?? (await cluster());
}

async function cluster(): Promise<TestDatabase> {
  await sweep();
  const home = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'owner.pid'), String(process.pid));
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    password: randomBytes(18).toString('base64url'),
    logFile: join(home, 'postgres.log'),
    durable: false,
    maxConnections: 300,
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/** Ends clusters of test runs that were killed before their own clean-up. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name);
    const owner = join(home, 'owner.pid');
    if (!existsSync(owner) || alive(Number(readFileSync(owner, 'utf8')))) continue;
    const left = runningPostmaster(join(home, 'postgres'));
    if (left) process.kill(left.pid, 'SIGINT');
    else rmSync(home, { recursive: true, force: true });
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function container(): Promise<TestDatabase | null> {
  if (!(await engineResponds())) return null;
  try {
    const { GenericContainer, Wait } = await import('testcontainers');
    const started = await new GenericContainer('postgres:17-alpine')
      .withEnvironment({ POSTGRES_USER: 'gerbang', POSTGRES_PASSWORD: 'gerbang' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .withStartupTimeout(60_000)
      .start();
    const url = `postgres://gerbang:gerbang@${started.getHost()}:${started.getMappedPort(5432)}/postgres`;
    return { url, stop: async () => void (await started.stop()) };
  } catch (error) {
    console.warn(`container not usable (${(error as Error).message}), taking the embedded cluster`);
    return null;
  }
}

/** Only a local engine that accepts at once is worth asking: a missing one must not cost the run a timeout. */
function engineResponds(): Promise<boolean> {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock';
  if (!host.startsWith('unix://')) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(host.slice('unix://'.length));
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(500, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('data', (text) => answer(text.toString().startsWith('HTTP/1.1 200')));
    socket.once('connect', () =>
      socket.write('GET /_ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    );
  });
}
