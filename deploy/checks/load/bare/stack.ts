import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { plainEnv } from '@gerbang/local/child';
import { freePort } from '@gerbang/local/ports';
import { until } from '../../kit/until.ts';
import { type Meter, meterOf, metersOf } from '../figures.ts';
import type { Bench } from '../runner.ts';
import { openSessions } from './sessions.ts';

/** A prepared statement of the bare service: `GET /api/<name>`. */
export interface Statement {
  /** Address of its database. */
  database: string;
  text: string;
}

export interface BareStack {
  url: string;
  /** One session cookie a user, in their order. */
  cookies: string[];
  /** The bare gateway and service, PostgreSQL and Redis. */
  meters: Meter[];
  stop(): Promise<void>;
}

export interface BareOptions {
  userIds: readonly string[];
  /** Statements beside `user`, the bare read. */
  statements?: Record<string, Statement>;
  /** Folder of uploaded files. */
  filesDir?: string;
}

/**
 * Starts the yardstick of every ratio: a Fastify gateway that reads the session, and a Fastify service that runs one
 * prepared statement, on the same database and session store. `GET /api/user` is the bare read.
 */
export async function startBare(
  { stack: running, redisUrl, redisPid }: Bench,
  { userIds, statements = {}, filesDir = '' }: BareOptions,
): Promise<BareStack> {
  const stack = running();
  // Only the role of the queue may create a table, which holds the bare sessions.
  const store = redisUrl ? { REDIS_URL: redisUrl } : { SESSION_DATABASE_URL: stack.databaseUrls.queue };
  const sessions = await openSessions(store);
  const ids = userIds.map(() => randomUUID());
  for (const [at, userId] of userIds.entries()) await sessions.write(ids[at] ?? '', userId);
  await sessions.close();
  const user = {
    database: stack.databaseUrls.auth,
    text: 'select id, name, email, role, contact_phone, created_at from users where id = $1',
  };
  const [servicePort, port] = [await freePort(), await freePort()];
  const upstream = `http://127.0.0.1:${servicePort}`;
  const all = JSON.stringify({ user, ...statements });
  const children = [
    start('service.ts', { PORT: String(servicePort), STATEMENTS: all, FILES_DIR: filesDir }),
    start('gateway.ts', { PORT: String(port), UPSTREAM: upstream, ...store }),
  ];
  const url = `http://127.0.0.1:${port}`;
  const cookies = ids.map((id) => `sid=${id}`);
  const headers = { cookie: cookies[0] ?? '' };
  const stop = async () => void (await Promise.all(children.map(end)));
  try {
    await until(
      'The bare stack',
      // Nothing listens there at first; if that stays, the wait ends with an error.
      async () => (await fetch(`${url}/api/user`, { headers }).catch(() => null))?.ok,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const meters = children.map(({ pid }, at) => meterOf(`bare ${at}`, pid));
  return { url, cookies, meters: [...meters, ...metersOf(stack, [], redisPid)], stop };
}

/** Ends a child; one that is gone already, too. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Starts a child that ends with this process, however this one ends: the line between them breaks then. */
function start(file: string, env: Record<string, string | undefined>): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...plainEnv(), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
