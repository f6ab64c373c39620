import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCluster } from '@gerbang/local/cluster-folder';
import { copyDemoInstallation } from '@gerbang/local/demo-installation';
import type { ProgramName } from '@gerbang/local/program-parts';
import { freePort } from '@gerbang/local/ports';
import { startPostgres } from '@gerbang/local/postgres';
import { type OwnRedis, openRedis, redisProgram } from '@gerbang/local/redis-server';
import { type Stack, startStack } from '@gerbang/local/stack';
import { testFolder } from '@gerbang/local/test-folder';
import { openProxy } from '@gerbang/service-kit/testing/tcp-proxy';
import { createClient } from '../kit/client.ts';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { inbox, letterLink, lettersTo } from '../kit/inbox.ts';
import { WIDE_LIMITS } from '../kit/own-stack.ts';
import { logInDemo } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { callUntilAnswered, newParent, type Person } from './calls.ts';

export type QueueKind = 'redis' | 'postgres';

export interface WorldOptions {
  readonly queue: QueueKind;
  readonly parents?: number;
  /** Puts a cluster of its own behind a line that can be slowed down; `dataDir` is the folder of its data. */
  readonly ownCluster?: { readonly dataDir?: string };
  /** False in the short form: the cluster does not wait for its disk. */
  readonly durable?: boolean;
  /** Families pay by virtual account at the simulated bank, too. */
  readonly pay?: boolean;
  readonly env?: Partial<Record<ProgramName, Record<string, string>>>;
  readonly say?: (line: string) => void;
}

export interface People {
  readonly parents: readonly Person[];
  readonly staff: Readonly<Record<keyof typeof STAFF, Person>>;
}

export type World = Awaited<ReturnType<typeof openOnce>>;

const PARENTS = 20;
const STARTS = 3;
const STAFF = {
  finance: 'finance',
  admin: 'admin',
  it: 'it',
  cs: 'cs',
  pendidikan: 'staff_pendidikan',
} as const;

/**
 * A whole portal with data of its own: a cluster that waits for its disk, a Redis with an append-only file or the queue
 * on PostgreSQL, the simulator in place of Meta, families and staff. Billing is reached over a line that can be cut.
 */
export async function openWorld(options: WorldOptions): Promise<World> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(options);
    } catch (error) {
      // No fault was tried yet: the machine may only have been too busy for the start.
      if (tries === STARTS) throw error;
      options.say?.(`The portal did not start: ${(error as Error).message.split('\n')[0]}`);
    }
  }
}

async function openOnce(options: WorldOptions) {
  const { queue, durable = true, pay = false, env = {} } = options;
  const dataDir = durable ? mkdtempSync(join(tmpdir(), 'gerbang-faults-')) : testFolder('gerbang-faults-');
  chmodSync(dataDir, 0o755);
  const lines: string[] = [];
  const gaveUp: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];
  async function close(): Promise<void> {
    for (const step of undo.toReversed()) await step();
    removeCluster(join(dataDir, 'postgres'));
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    let redis: OwnRedis | null = null;
    if (queue === 'redis') {
      const program = redisProgram();
      if (!program) throw new Error('no redis-server on the PATH');
      const own = await openRedis(program, { folder: join(dataDir, 'redis') });
      undo.push(() => own.kill());
      redis = own;
    }
    const cluster = options.ownCluster ? await openOwnCluster(dataDir, durable, options.ownCluster) : null;
    if (cluster) undo.push(() => cluster.close());
    const billing = await freePort();
    const billingLine = await openProxy(() => billing);
    undo.push(() => billingLine.close());
    // What is durable keeps the data of its own start.
    const isCopy = !durable && !cluster && (await copyDemoInstallation(dataDir));
    const stack = await startStack({
      dataDir,
      durable,
      pay,
      seed: !isCopy,
      buildFrontEnds: false,
      shape: 'separate',
      ports: { billing },
      ...(redis && { redisUrl: redis.url }),
      ...(cluster && { databaseUrl: cluster.url }),
      env: {
        ...env,
        // The whole load comes from one address.
        auth: { ...WIDE_LIMITS.auth, ...env.auth },
        gateway: {
          ...WIDE_LIMITS.gateway,
          BILLING_URL: `http://127.0.0.1:${billingLine.port}`,
          ...env.gateway,
        },
        admission: { ...WIDE_LIMITS.admission, ...env.admission },
        notification: { ...WIDE_LIMITS.notification, ...env.notification },
      },
      signal: new AbortController().signal,
      say: (line) => {
        lines.push(line);
        options.say?.(line);
      },
      gaveUp: (name) => gaveUp.push(name),
    });
    undo.push(() => stack.stop());
    const since = new Date();
    const people = await makePeople(stack, options.parents ?? PARENTS);
    return {
      queue,
      stack,
      pay,
      /** When it was ready: the messages of demo data are older. */
      since,
      redis,
      people,
      billingLine,
      /** The line to the cluster, where the world was opened with one. */
      databaseLine: cluster?.line ?? null,
      sentLog: createSentLog(() => stack.simulatorUrl),
      /** Lines of the supervisor, the newest last. */
      lines,
      /** Programs that stay down. */
      gaveUp,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A cluster outside of the supervisor, behind a line. */
async function openOwnCluster(
  home: string,
  durable: boolean,
  options: NonNullable<WorldOptions['ownCluster']>,
) {
  const dataDir = options.dataDir ?? join(home, 'postgres');
  const logFile = join(home, 'logs', 'postgres.log');
  const running = await startPostgres({ dataDir, password: randomUUID(), durable, logFile });
  const line = await openProxy(() => running.port);
  const url = new URL(running.url);
  url.port = String(line.port);
  const close = async () => {
    await line.close();
    await running.stop();
    removeCluster(dataDir);
  };
  return { url: url.href, line, close };
}

/** Families, and staff with a session each; resolves when every service knows the families. */
async function makePeople(stack: Stack, count: number): Promise<People> {
  const parents: Person[] = [];
  while (parents.length < count) parents.push(await newParent(stack.url));
  const ids = parents.map(({ id }) => id);
  for (const database of ['admission', 'billing'] as const) {
    await until(`The accounts in ${database}`, async () => {
      const text = 'select 1 from accounts where id = any($1)';
      return (await rowsOf(ownerUrl(stack, database), text, [ids])).length === count;
    });
  }
  // Every other family takes letters as well.
  const withLetters = parents.filter((_parent, at) => at % 2 === 0);
  for (const parent of withLetters) {
    const token = new URL(await letterLink(stack.simulatorUrl, parent.email)).hash.slice(1);
    const request = { method: 'POST', path: '/api/email/verify', body: { token } };
    const { status } = await callUntilAnswered(stack.url, null, request);
    if (status !== 200) throw new Error(`A family could not prove its address: ${status}`);
    parent.takesLetters = true;
  }
  await until('The addresses in notification', async () => {
    const text = 'select 1 from accounts where id = any($1) and email is not null';
    const known = withLetters.map(({ id }) => id);
    return (await rowsOf(ownerUrl(stack, 'notification'), text, [known])).length === withLetters.length;
  });
  const client = createClient(stack.url);
  const staff: Partial<Record<keyof typeof STAFF, Person>> = {};
  for (const [name, role] of Object.entries(STAFF))
    staff[name as keyof typeof STAFF] = { ...(await logInDemo(client, role)) };
  client.close();
  return { parents, staff: staff as People['staff'] };
}

export type SentLog = ReturnType<typeof createSentLog>;

/** All messages and letters that the simulator took over the life of a world; the simulator itself forgets at a restart. */
export function createSentLog(simulatorUrl: () => string) {
  /** The rows' ids, by what names each sending. */
  const known = new Map<string, string>();
  return {
    /** Reads the inbox; a simulator that is down has nothing new. */
    async read(): Promise<void> {
      const messages = await inbox(simulatorUrl()).catch(() => []);
      for (const { wamid, reference } of messages) known.set(wamid, reference?.split(':')[0] ?? '');
      const letters = await lettersTo(simulatorUrl(), '@').catch(() => []);
      for (const { headers, at } of letters) {
        const messageId = headers['message-id'] ?? '';
        known.set(`${messageId} ${at}`, /^<(?<id>[^@]+)@/u.exec(messageId)?.groups?.id ?? '');
      }
    },
    /** How often the message of each row was sent, by either way. */
    perRow(): Map<string, number> {
      const counts = new Map<string, number>();
      for (const id of known.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },
  };
}
