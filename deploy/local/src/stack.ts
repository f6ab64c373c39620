import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mustRunNode } from './child.ts';
import { type DatabaseName, dropDatabases, prepareDatabases } from './databases.ts';
import { type Ports, PROGRAMS, type ProgramName, programs } from './environments.ts';
import { freePort } from './free-port.ts';
import { buildFrontEnds } from './front-ends.ts';
import { forgetRun, noteRun, sweepLeftovers } from './leftovers.ts';
import { clusterBytes, residentBytes } from './memory.ts';
import { projectRoot } from './paths.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { createSupervisor, waitForReady } from './supervisor.ts';

export interface StackOptions {
  /** Secrets, logs and the embedded cluster lie here. */
  dataDir: string;
  /** Ports that matter; the others are any free ones. */
  ports?: Partial<Ports>;
  /** Owner's URL of an existing cluster, instead of an embedded one. */
  databaseUrl?: string;
  /** Prefix of the databases and roles; one of its own for a cluster that is shared. */
  prefix?: string;
  /** Drop the databases at the end (a shared cluster in tests). */
  dropAtEnd?: boolean;
  redisUrl?: string;
  /** False in tests: the embedded cluster does not wait for the disk. */
  durable?: boolean;
  seed?: boolean;
  buildFrontEnds?: boolean;
  /** More variables for single programs. */
  env?: Partial<Record<ProgramName, Record<string, string>>>;
  /** Breaks the start off; what started already is stopped. Without it Ctrl-C stops the stack and ends the process. */
  signal?: AbortSignal;
  say?: (line: string) => void;
  gaveUp?: (name: string) => void;
}

export interface Stack {
  /** Address of the portal. */
  url: string;
  /** Address of the WhatsApp simulator with its inbox. */
  simulatorUrl: string;
  serviceUrls: { auth: string; notification: string };
  metricsUrls: { gateway: string; auth: string; notification: string };
  ownerUrl: string;
  databaseUrls: Record<DatabaseName, string>;
  secrets: Secrets;
  ports: Ports;
  logDir: string;
  dataDir: string;
  /** The running programs with their resident memory, and Postgres when it is ours. */
  memory(): { name: string; bytes: number }[];
  pid(name: ProgramName): number | undefined;
  kill(name: ProgramName, signal: NodeJS.Signals): void;
  stopProgram(name: ProgramName): Promise<void>;
  restart(name: ProgramName): Promise<void>;
  /** Gateway first, then the services, Postgres last. */
  stop(): Promise<void>;
}

/**
 * Starts everything: database, migrations, front ends, services, gateway. Used by `npm run up`, the browser tests, the
 * walk and the benchmark alike. Resolves when the gateway says that every part has been ready.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const say = options.say ?? (() => undefined);
  const { dataDir } = options;
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o755); // the database's user walks through; secrets are 0600
  await sweepLeftovers(dataDir);
  noteRun(dataDir, []);
  const secrets = loadSecrets(dataDir);
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const undo: (() => Promise<void>)[] = [async () => forgetRun(dataDir)];
  const interrupted = () => void stop().finally(() => process.exit(130));
  const signals = options.signal ? [] : (['SIGINT', 'SIGTERM'] as const);
  for (const signal of signals) process.on(signal, interrupted);
  const stop = once(async () => {
    for (const step of undo.reverse()) await step();
    for (const signal of signals) process.off(signal, interrupted);
  });

  try {
    const [postgres] = await settled([
      openCluster(options, secrets, logDir, say).then((cluster) => {
        undo.push(() => cluster.stop());
        return cluster;
      }),
      options.buildFrontEnds === false ? Promise.resolve([]) : buildFrontEnds(say),
    ]);
    const prefix = options.prefix ?? 'gerbang';
    if (options.dropAtEnd) undo.push(() => dropDatabases(postgres.url, prefix));
    const databases = await prepareDatabases(postgres.url, secrets, prefix);
    await mustRunNode('The migration', [join(import.meta.dirname, 'migrate-all.ts')], {
      env: {
        MIGRATE: JSON.stringify({
          'services/auth': databases.auth,
          'services/notification': databases.notification,
          gateway: databases.gateway,
        }),
      },
    });
    options.signal?.throwIfAborted();
    const ports = await choosePorts(options.ports);
    const all = programs({
      secrets,
      ports,
      databases,
      redisUrl: options.redisUrl,
      dataDir,
      extra: options.env,
    });
    const failed = new Set<string>();
    const supervisor = createSupervisor({
      logDir,
      say,
      gaveUp: (name) => {
        failed.add(name);
        options.gaveUp?.(name);
      },
      changed: () => noteRun(dataDir, supervisor.pids()),
    });
    undo.push(() => supervisor.stopAll([['gateway'], ['auth', 'notification', 'simulator']]));
    for (const name of PROGRAMS) supervisor.start(all[name]);
    const url = `http://localhost:${ports.gateway}`;
    await settled([
      waitForReady(`http://127.0.0.1:${ports.gateway}/readyz`, 60_000, () =>
        options.signal?.aborted
          ? 'stopped while starting'
          : failed.size > 0
            ? `${[...failed].join(', ')} did not start; see ${logDir}`
            : null,
      ),
      options.seed === false
        ? Promise.resolve('')
        : mustRunNode('Seeding the demo accounts', [join(projectRoot, 'services/auth/src/seed-demo.ts')], {
            env: all.auth.env,
          }),
    ]);
    return {
      url,
      simulatorUrl: `http://localhost:${ports.simulator}`,
      serviceUrls: {
        auth: `http://127.0.0.1:${ports.auth}`,
        notification: `http://127.0.0.1:${ports.notification}`,
      },
      metricsUrls: {
        gateway: `http://127.0.0.1:${ports.gatewayMetrics}/metrics`,
        auth: `http://127.0.0.1:${ports.authMetrics}/metrics`,
        notification: `http://127.0.0.1:${ports.notificationMetrics}/metrics`,
      },
      ownerUrl: postgres.url,
      databaseUrls: databases,
      secrets,
      ports,
      logDir,
      dataDir,
      memory: () => [
        { name: 'supervisor', bytes: process.memoryUsage.rss() },
        ...supervisor.pids().map(({ name, pid }) => ({ name, bytes: residentBytes(pid) })),
        ...(postgres.pid() ? [{ name: 'postgres', bytes: clusterBytes(postgres.pid() ?? 0) }] : []),
      ],
      pid: (name) => supervisor.pids().find((one) => one.name === name)?.pid,
      kill: (name, signal) => supervisor.kill(name, signal),
      stopProgram: (name) => supervisor.stop(name),
      restart: (name) => supervisor.restart(name),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Cluster {
  url: string;
  pid(): number | null;
  stop(): Promise<void>;
}

/** The given cluster, or an embedded one that is started again on its port when it dies. */
async function openCluster(
  options: StackOptions,
  secrets: Secrets,
  logDir: string,
  say: (line: string) => void,
): Promise<Cluster> {
  if (options.databaseUrl) return { url: options.databaseUrl, pid: () => null, stop: async () => undefined };
  const settings = {
    dataDir: join(options.dataDir, 'postgres'),
    password: secrets.ownerPassword,
    logFile: join(logDir, 'postgres.log'),
    durable: options.durable,
  };
  let running: RunningPostgres = await startPostgres(settings);
  if (running.reused) say('Took over the PostgreSQL that an earlier run left behind');
  let stopping = false;
  let busy: Promise<void> = Promise.resolve();
  let watch: NodeJS.Timeout;

  function keepWatch(): void {
    watch = setInterval(() => {
      if (exists(running.pid)) return;
      clearInterval(watch);
      busy = revive();
    }, 500).unref();
  }

  async function revive(): Promise<void> {
    const { port } = running;
    say('[postgres] ended, starting it again');
    for (let attempt = 1; attempt <= 10 && !stopping; attempt += 1) {
      try {
        running = await startPostgres({ ...settings, port });
        keepWatch();
        return;
      } catch (error) {
        say(`[postgres] ${(error as Error).message}`);
        await sleep(300 * attempt);
      }
    }
  }

  keepWatch();
  return {
    url: running.url,
    pid: () => running.pid,
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await busy;
      await running.stop();
    },
  };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function choosePorts(wished: Partial<Ports> = {}): Promise<Ports> {
  const pick = async (port?: number) => port || (await freePort());
  return {
    gateway: await pick(wished.gateway),
    simulator: await pick(wished.simulator),
    auth: await pick(wished.auth),
    notification: await pick(wished.notification),
    gatewayMetrics: await pick(wished.gatewayMetrics),
    authMetrics: await pick(wished.authMetrics),
    notificationMetrics: await pick(wished.notificationMetrics),
  };
}

/** Waits for all, even when one fails, so that nothing goes on behind the back of the clean-up. */
async function settled<T extends unknown[]>(work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const results = await Promise.allSettled(work);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as T;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
