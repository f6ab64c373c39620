import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { freePort } from '@gerbang/service-kit/testing/fake-server';
import { testIdentity } from '@gerbang/service-kit/testing/identity';
import { type Door, MIGRATIONS, openDoor } from './door.ts';
import { seedDemo } from '../src/demo/seed-demo.ts';
import { until } from '@gerbang/service-kit/testing/until';

/** A TCP proxy to the database, which the test opens later. */
function passage(port: number, databaseUrl: string): Server {
  const { hostname, port: target } = new URL(databaseUrl);
  return createServer((socket) => {
    const upstream = connect(Number(target), hostname);
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  }).listen(port, '127.0.0.1');
}

describe('the program of auth outside the local run', () => {
  let child: ChildProcess | null = null;
  let errorOutput = '';
  afterEach(() => child?.kill('SIGKILL'));

  function start(databaseUrl: string, port: number): Promise<number | null> {
    const key = () => randomBytes(32).toString('base64');
    const identity = testIdentity('auth');
    errorOutput = '';
    child = spawn(process.execPath, [join(__dirname, '../src/main.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: 'test',
        PORT: String(port),
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
        QUEUE_DATABASE_URL: databaseUrl,
        BUS_KEYS: `k1:${key()}`,
        CODE_KEY: key(),
        AUDIT_KEY: key(),
        COLUMN_KEYS: `c1:${key()}`,
        PUBLIC_ORIGIN: 'https://ppdb.example',
        INTERNAL_KEY: key(),
        PASSWORD_PEPPER: key(),
        IDENTITY_KEYS: identity.keysText,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (text: Buffer) => {
      errorOutput += text.toString();
    });
    return new Promise((resolve) => child?.once('exit', resolve));
  }

  async function becomes(url: string, status: number): Promise<void> {
    let last: unknown;
    await until(async () => {
      last = await fetch(url).then(
        (response) => response.status,
        (error: unknown) => error,
      );
      return last === status;
    }).catch(() => {
      throw new Error(`${url} did not become ${status}: ${String(last)}`);
    });
  }

  test('when the database is unreachable at the start, then the process waits, not ready, and serves once it is reachable', async () => {
    const own = await testDatabase('auth', MIGRATIONS);
    const [port, databasePort] = [await freePort(), await freePort()];
    const url = new URL(own.url);
    url.port = String(databasePort);
    let ended = false;
    void start(url.href, port).then(() => {
      ended = true;
    });
    await becomes(`http://127.0.0.1:${port}/healthz`, 200);
    await becomes(`http://127.0.0.1:${port}/readyz`, 503);
    const shut = await fetch(`http://127.0.0.1:${port}/api/user`);
    expect([shut.status, shut.headers.get('retry-after')]).toEqual([503, '2']);
    const way = passage(databasePort, own.url);
    await becomes(`http://127.0.0.1:${port}/readyz`, 200);
    expect(await fetch(`http://127.0.0.1:${port}/api/user`).then(({ status }) => status)).toBe(401);
    expect(ended).toBe(false);
    child?.kill('SIGKILL');
    way.close();
    await own.drop();
  });

  test('when the database holds demo accounts, then the process ends with one line and without a stack', async () => {
    const door: Door = await openDoor();
    await seedDemo(door.database, door.context.outbox, door.context.hasher);
    const url = door.db.client.config.connection.connectionString as string;
    expect(await start(url, await freePort())).toBe(1);
    const lines = errorOutput
      .split('\n')
      .filter((line) => line.includes('demo accounts') || line.includes('    at '));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^The database holds demo accounts/u);
    await door.close();
  });
});
