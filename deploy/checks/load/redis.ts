import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '@gerbang/local/free-port';
import { Redis } from 'ioredis';

export interface RunningRedis {
  url: string | undefined;
  /** Where it is our own. */
  pid?: number | undefined;
  stop(): Promise<void>;
}

/** The Redis of `REDIS_URL`, else one of our own where a redis-server is found, else none. */
export async function openRedis(): Promise<RunningRedis> {
  const given = process.env.REDIS_URL;
  if (given) return { url: given, stop: async () => undefined };
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((path) => existsSync(path));
  if (!program) return { url: undefined, stop: async () => undefined };
  const port = await freePort();
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  const url = `redis://127.0.0.1:${port}`;
  const probe = new Redis(url, { retryStrategy: (tries) => (tries < 50 ? 100 : null) });
  // Until the server listens every attempt fails; the ping below waits for the one that does not, or gives up.
  probe.on('error', () => undefined);
  await probe.ping();
  await probe.quit();
  return {
    url,
    pid: child.pid,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
