import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** The redis-server on PATH; null without one. */
export function redisProgram(): string | null {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'redis-server'));
  return files.find((file) => existsSync(file)) ?? null;
}

/** Whether a run of tests takes its stores from containers (`store-containers.ts`). */
export const inContainers = () => process.env.TEST_CONTAINERS === '1';

/** True where tests can use a Redis: a given one (`TEST_REDIS_URL`), one in a container, or one of their own. */
export const hasRedis = () => inContainers() || Boolean(process.env.TEST_REDIS_URL ?? redisProgram());

export type OwnRedis = Awaited<ReturnType<typeof openRedis>>;

/**
 * A Redis of its own that can be killed, emptied and started again; with a folder it keeps an append-only file, as in
 * production. `detached`: Ctrl-C at the terminal and the end of this process leave it alone.
 */
export async function openRedis(
  program: string,
  { folder, detached = false }: { folder?: string; detached?: boolean } = {},
) {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();

  async function start(): Promise<void> {
    const kept = folder === undefined ? ['--appendonly', 'no'] : ['--dir', folder, '--appendonly', 'yes'];
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    const address = ['--port', String(port), '--bind', '127.0.0.1'];
    const started = spawn(program, [...address, '--save', '', ...kept], { stdio: 'ignore', detached });
    if (detached) started.unref();
    child = started;
    exited = new Promise((resolve) => started.once('exit', resolve));
    for (let tries = 0; !(await pings(port)); tries += 1) {
      if (started.exitCode !== null || tries > 1200) throw new Error('redis-server did not start');
      await sleep(25);
    }
  }

  /** Kills it; `wipe` deletes its folder as well, so that it comes back empty. */
  async function kill({ wipe = false } = {}): Promise<void> {
    child?.kill('SIGKILL');
    await exited;
    child = undefined;
    if (wipe && folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, pid: () => child?.pid, start, kill };
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
