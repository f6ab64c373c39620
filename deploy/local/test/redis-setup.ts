import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/free-port.ts';
import setupDatabase from './global-setup.ts';

declare global {
  var gerbangTestRedis: { stop(): Promise<void> } | undefined;
}

/** Jest: the Postgres and a Redis of its own with an append-only file, as production has it. */
export default async function setup(): Promise<void> {
  await setupDatabase();
  if (process.env.TEST_REDIS_URL) return;
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file));
  if (!program) throw new Error('no redis-server on PATH: install one or give TEST_REDIS_URL');
  const home = mkdtempSync(join(tmpdir(), 'gerbang-test-redis-'));
  const port = await freePort();
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', home, '--appendonly', 'yes', '--save', ''],
    { stdio: 'ignore', detached: true },
  );
  child.unref();
  await answering(port, child);
  process.env.TEST_REDIS_URL = `redis://127.0.0.1:${port}`;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(home, { recursive: true, force: true });
    delete process.env.TEST_REDIS_URL;
  };
  globalThis.gerbangTestRedis = { stop };
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break;
    if (await pong(port)) return;
    await sleep(25);
  }
  throw new Error('redis-server did not start');
}

function pong(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (text) => {
      socket.destroy();
      resolve(text.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
