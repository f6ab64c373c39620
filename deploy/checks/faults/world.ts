import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramName } from '@gerbang/local/environments';
import { freePort } from '@gerbang/local/free-port';
import { removeCluster } from '@gerbang/local/cluster-folder';
import { startPostgres } from '@gerbang/local/postgres';
import { startStack } from '@gerbang/local/stack';
import { createSentLog } from './messages.ts';
import { makePeople } from './people.ts';
import { type OwnRedis, openRedis, redisProgram } from './redis-server.ts';
import { openProxy } from '@gerbang/service-kit/testing/tcp-proxy';

export type QueueKind = 'redis' | 'postgres';

export interface WorldOptions {
  readonly queue: QueueKind;
  readonly parents?: number;
  /** The cluster behind a line that can be made slow; where its data lies. */
  readonly ownCluster?: { readonly dataDir?: string };
  /** False in the short form: the cluster does not wait for its disk. */
  readonly durable?: boolean;
  readonly env?: Partial<Record<ProgramName, Record<string, string>>>;
  readonly say?: (line: string) => void;
}

const PARENTS = 20;
const STARTS = 3;

/** The limits that one person meets; the load is many persons of one address. */
const WIDE = {
  gateway: { REQUESTS_PER_MINUTE: '100000' },
  admission: {
    UPLOADS_PER_HOUR_PARENT: '100000',
    UPLOAD_BYTES_PER_DAY_PARENT: String(2 ** 40),
    UPLOADS_PER_HOUR_STAFF: '100000',
    UPLOAD_BYTES_PER_DAY_STAFF: String(2 ** 40),
  },
};

/**
 * A whole portal with data of its own (reliability, Faults, set-up): a cluster that waits for its disk, a Redis with an
 * append-only file or the queue on Postgres, the simulator in place of Meta, families and staff. Billing is reached
 * over a line that can be cut.
 */
export async function openWorld(options: WorldOptions): Promise<World> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(options);
    } catch (error) {
      // Nothing was tried yet: a machine that was too busy for the start gets another chance.
      if (tries === STARTS) throw error;
      options.say?.(`The portal did not start: ${(error as Error).message.split('\n')[0]}`);
    }
  }
}

async function openOnce(options: WorldOptions) {
  const { queue, durable = true, env = {} } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-faults-'));
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
      if (!program) throw new Error('no redis-server on the path');
      const own = await openRedis(program, join(dataDir, 'redis'));
      undo.push(() => own.kill());
      redis = own;
    }
    const cluster = options.ownCluster ? await openOwnCluster(dataDir, durable, options.ownCluster) : null;
    if (cluster) undo.push(() => cluster.close());
    const billing = await freePort();
    const billingLine = await openProxy(() => billing);
    undo.push(() => billingLine.close());
    const stack = await startStack({
      dataDir,
      durable,
      buildFrontEnds: false,
      ports: { billing },
      ...(redis && { redisUrl: redis.url }),
      ...(cluster && { databaseUrl: cluster.url }),
      env: {
        ...env,
        gateway: { ...WIDE.gateway, BILLING_URL: `http://127.0.0.1:${billingLine.port}`, ...env.gateway },
        admission: { ...WIDE.admission, ...env.admission },
      },
      signal: new AbortController().signal,
      say: (line) => {
        lines.push(line);
        options.say?.(line);
      },
      gaveUp: (name) => gaveUp.push(name),
    });
    undo.push(() => stack.stop());
    const people = await makePeople(stack, options.parents ?? PARENTS);
    return {
      queue,
      stack,
      redis,
      people,
      billingLine,
      /** The line to the cluster, where the world was opened with one. */
      databaseLine: cluster?.line ?? null,
      sentLog: createSentLog(() => stack.simulatorUrl),
      /** What the supervisor said, newest last. */
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

/** A cluster that the supervisor does not know, behind a line. */
async function openOwnCluster(
  home: string,
  durable: boolean,
  options: NonNullable<WorldOptions['ownCluster']>,
) {
  const dataDir = options.dataDir ?? join(home, 'postgres');
  const running = await startPostgres({
    dataDir,
    password: randomUUID(),
    durable,
    logFile: join(home, 'logs', 'postgres.log'),
  });
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

export type World = Awaited<ReturnType<typeof openOnce>>;
