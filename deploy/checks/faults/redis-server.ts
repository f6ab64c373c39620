import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gerbang/local/free-port';

const START_MS = 20_000;

/** The redis-server on the path; null where there is none. */
export function redisProgram(): string | null {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file));
  return found ?? null;
}

/** A Redis of our own with an append-only file, as production has it; it can be killed, emptied and started again. */
export async function openRedis(program: string, folder: string) {
  const port = await freePort();
  let child: ChildProcess | null = null;
  let exited: Promise<unknown> = Promise.resolve();

  async function start(): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const started = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''],
      { stdio: 'ignore' },
    );
    child = started;
    exited = new Promise((resolve) => started.once('exit', resolve));
    for (const end = Date.now() + START_MS; Date.now() < end; await sleep(20)) {
      if (started.exitCode !== null) break;
      if (await answers(port)) return;
    }
    throw new Error('redis-server did not start');
  }

  /** Ends it without a word; `wipe` deletes its folder as well, so that it comes back empty. */
  async function kill({ wipe = false } = {}): Promise<void> {
    child?.kill('SIGKILL');
    await exited;
    child = null;
    if (wipe) rmSync(folder, { recursive: true, force: true });
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, start, kill };
}

export type OwnRedis = Awaited<ReturnType<typeof openRedis>>;

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (text) => {
      socket.destroy();
      resolve(text.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
