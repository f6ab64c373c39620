import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainEnv } from '@gerbang/local/child';
import { freePort } from '@gerbang/local/free-port';
import type { Stack } from '@gerbang/local/stack';
import { openSessions } from './sessions.ts';

const PATIENCE_MS = 60_000;

export interface BareStack {
  url: string;
  /** One for each of the users, in their order. */
  cookies: string[];
  pids: (number | undefined)[];
  stop(): Promise<void>;
}

export interface BareOptions {
  stack: Stack;
  redisUrl: string | undefined;
  userIds: readonly string[];
  /** File of the service behind the bare gateway, its variables, and a call that it answers when it is there. */
  service: { file: string; env: Record<string, string>; probe: string };
  /** With a stored hash the gateway also takes logins: of anybody, as whom they say they are. */
  loginHash?: string;
}

/** The service of the authenticated read. */
export function userService(stack: Stack): BareOptions['service'] {
  return { file: 'service.ts', env: { DATABASE_URL: stack.databaseUrls.auth }, probe: '/api/user' };
}

/** The limit that the gateway is measured against (performance, 'What the parts cost'): same database, same session store. */
export async function startBare({
  stack,
  redisUrl,
  userIds,
  service,
  loginHash,
}: BareOptions): Promise<BareStack> {
  // Of all roles only the queue's may make a table, the bare sessions' own.
  const store = redisUrl ? { REDIS_URL: redisUrl } : { SESSION_DATABASE_URL: stack.databaseUrls.queue };
  const sessions = await openSessions(store);
  const ids = userIds.map(() => randomUUID());
  for (const [at, userId] of userIds.entries()) await sessions.write(ids[at] ?? '', userId);
  await sessions.close();
  const [servicePort, port] = [await freePort(), await freePort()];
  const children = [
    start(service.file, { PORT: String(servicePort), ...service.env }),
    start('gateway.ts', {
      PORT: String(port),
      UPSTREAM: `http://127.0.0.1:${servicePort}`,
      ...store,
      // As many comparisons at once as the gateway under test allows.
      ...(loginHash && {
        LOGIN_HASH: loginHash,
        UV_THREADPOOL_SIZE: String(Math.max(1, availableParallelism() - 1)),
      }),
    }),
  ];
  const url = `http://127.0.0.1:${port}`;
  const cookies = ids.map((id) => `sid=${id}`);
  await answers(`${url}${service.probe}`, cookies[0] ?? '');
  return {
    url,
    cookies,
    pids: children.map((child) => child.pid),
    stop: async () => {
      await Promise.all(
        children.map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGTERM');
          return ended;
        }),
      );
    },
  };
}

function start(file: string, env: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...plainEnv(), NODE_ENV: 'production', ...env },
    stdio: 'inherit',
  });
}

async function answers(url: string, cookie: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    try {
      if ((await fetch(url, { headers: { cookie } })).ok) return;
    } catch {
      // not listening yet
    }
  }
  throw new Error('The bare stack did not start');
}
