import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The redis-server on PATH, if any. */
export function redisProgram(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file));
}

/** True where tests can use a Redis: a given one (`TEST_REDIS_URL`) or one of their own. */
export const hasRedis = () => Boolean(process.env.TEST_REDIS_URL ?? redisProgram());

/** Starts a Redis in a temporary folder, with an append-only file as in production. */
export async function startRedis(program: string): Promise<RedisServer> {
  const home = mkdtempSync(join(tmpdir(), 'gerbang-test-redis-'));
  const port = await freePort();
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', home, '--appendonly', 'yes', '--save', ''],
    { stdio: 'ignore', detached: true },
  );
  child.unref();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await ready(port, child);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function ready(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break;
    if (await pings(port)) return;
    await sleep(25);
  }
  throw new Error('redis-server did not start');
}

function pings(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (text) => {
      socket.destroy();
      resolve(text.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
