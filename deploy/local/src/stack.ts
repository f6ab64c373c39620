import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { once, settled } from './async.ts';
import { openCluster } from './cluster.ts';
import { runAll, seedOnce } from './demo-data.ts';
import { type DatabaseName, dropDatabases, lacksDatabases, prepareDatabases } from './databases.ts';
import { processes, processOf, programs, type Shape } from './environments.ts';
import { filesFolder, type ProgramName } from './program-parts.ts';
import { firstAdministrator, replays, seeds } from './area-programs.ts';
import { buildFrontEnds } from './front-ends.ts';
import { forgetRun, noteRun, sweepLeftovers } from './leftovers.ts';
import { clusterBytes, privateBytes, residentBytes, shareBytes } from './memory.ts';
import { bringUpToDate } from './migrations.ts';
import { payFiles } from './pay-keys.ts';
import { choosePorts, type Ports } from './ports.ts';
import type { Progress } from './progress.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { watchHangs } from './hang-watch.ts';
import { createSupervisor, type Program, waitForReady } from './supervisor.ts';

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
  /** Begins without a school, with the first administrator alone, and stays so at every later start. */
  empty?: boolean | undefined;
  /** Payments by virtual account and QRIS at the simulated bank. */
  pay?: boolean;
  /** Two processes for everything (`small`, the default), or one a program. */
  shape?: Shape;
  buildFrontEnds?: boolean;
  /** More variables for single programs. */
  env?: Partial<Record<ProgramName, Record<string, string>>> | undefined;
  /** More settings of Node for single programs (a debugger's port). */
  execArgv?: Partial<Record<ProgramName, readonly string[]>>;
  /** How often a program that ended by itself is started again within a minute. */
  restarts?: number;
  /** Breaks the start off; what started already is stopped. Without it Ctrl-C stops the stack and ends the process. */
  signal?: AbortSignal;
  say?: (line: string) => void;
  /** Is told what takes long at a first start, and how to ask how far it is. */
  show?: (progress: () => Progress) => void;
  gaveUp?: (name: string) => void;
}

const SERVICES = [
  'auth',
  'admission',
  'announcement',
  'billing',
  'notification',
] as const satisfies readonly ProgramName[];
type ServiceName = (typeof SERVICES)[number];

/** Memory of a program in bytes: resident, with shared pages divided among their processes, and its own alone. */
interface ProgramMemory {
  name: string;
  bytes: number;
  share: number;
  private: number;
}

export interface Stack {
  /** How long the start took, until every part was ready and the demo data there. */
  startSeconds: number;
  /** Address of the portal. */
  url: string;
  /** Address of the WhatsApp simulator with its inbox, and of the simulated bank (`/bank`). */
  simulatorUrl: string;
  serviceUrls: Record<ServiceName, string>;
  metricsUrls: Record<ServiceName | 'gateway', string>;
  ownerUrl: string;
  databaseUrls: Record<DatabaseName, string>;
  secrets: Secrets;
  ports: Ports;
  logDir: string;
  dataDir: string;
  /** The running programs with their resident memory, and Postgres when it is ours. */
  memory(): ProgramMemory[];
  /** The process in which the program runs. */
  pid(name: ProgramName): number | undefined;
  // Single programs can be ended in the separate shape only.
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
  const began = performance.now();
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o755); // the database's user walks through; secrets are 0600
  await sweepLeftovers(dataDir);
  noteRun(dataDir, []);
  const secrets = loadSecrets(dataDir);
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  mkdirSync(filesFolder(dataDir), { recursive: true, mode: 0o700 });
  const undo: (() => Promise<void>)[] = [async () => forgetRun(dataDir)];
  const interrupted = () => void stop().finally(() => process.exit(130));
  const signals = options.signal ? [] : (['SIGINT', 'SIGTERM'] as const);
  for (const signal of signals) process.on(signal, interrupted);
  const stop = once(async () => {
    for (const step of undo.reverse()) await step();
    for (const signal of signals) process.off(signal, interrupted);
  });

  try {
    const [postgres, ports] = await settled([
      openCluster({ ...options, logDir, password: secrets.ownerPassword, say }).then((cluster) => {
        undo.push(() => cluster.stop());
        return cluster;
      }),
      choosePorts(options.ports),
      options.buildFrontEnds === false ? Promise.resolve([]) : buildFrontEnds(say, options.show),
    ]);
    const prefix = options.prefix ?? 'gerbang';
    if (options.dropAtEnd) undo.push(() => dropDatabases(postgres.url, prefix));
    const older = await lacksDatabases(postgres.url, prefix);
    const databases = await prepareDatabases(postgres.url, secrets, prefix);
    await bringUpToDate(postgres.url, databases, options.show);
    options.signal?.throwIfAborted();
    const { redisUrl } = options;
    const { shape = 'small', env: extra, execArgv } = options;
    const { empty } = options;
    const payKeys = options.pay ? payFiles(dataDir) : undefined;
    const input = { payKeys, secrets, ports, databases, redisUrl, dataDir, extra, execArgv, empty };
    const all = programs(input);
    const failed = new Set<string>();
    const broken = new AbortController();
    const supervisor = createSupervisor({
      logDir,
      say,
      restarts: options.restarts,
      gaveUp: (name) => {
        failed.add(name);
        broken.abort();
        options.gaveUp?.(name);
      },
      changed: () => noteRun(dataDir, supervisor.pids(), ports),
    });
    const started = processes(input, shape);
    const first = processOf('gateway', shape);
    const others = started.map(({ name }) => name).filter((name) => name !== first);
    undo.push(() => supervisor.stopAll([[first], others]));
    for (const program of started) supervisor.start(program);
    if (older) await runAll('Telling the new services', replays(all));
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
        ? Promise.resolve()
        : seedOnce(postgres.url, empty ? firstAdministrator(all) : seeds(all), options.show, broken.signal),
    ]);
    const stopWatch = watchHangs({
      programs: started.filter(isWatched).map(({ name, health = '' }) => ({ name, health })),
      end: (name) => supervisor.kill(name, 'SIGKILL'),
      say,
    });
    undo.push(async () => stopWatch());
    return {
      startSeconds: (performance.now() - began) / 1000,
      url,
      simulatorUrl: `http://localhost:${ports.simulator}`,
      serviceUrls: addresses(SERVICES, (name) => `http://127.0.0.1:${ports[name]}`),
      metricsUrls: addresses(
        [...SERVICES, 'gateway'],
        (name) => `http://127.0.0.1:${ports[`${name}Metrics`]}/metrics`,
      ),
      ownerUrl: postgres.url,
      databaseUrls: databases,
      secrets,
      ports,
      logDir,
      dataDir,
      memory: () =>
        [{ name: 'supervisor', pid: process.pid }, ...supervisor.pids()]
          .map(({ name, pid }) => ({
            name,
            bytes: residentBytes(pid),
            share: shareBytes(pid),
            private: privateBytes(pid),
          }))
          .concat(clusterMemory(postgres.pid())),
      pid: (name) => supervisor.pids().find((one) => one.name === processOf(name, shape))?.pid,
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

/** A program that a debugger holds is silent, too. */
const isWatched = ({ health, execArgv = [] }: Program): boolean =>
  health !== undefined && !execArgv.some((setting) => setting.startsWith('--inspect'));

function clusterMemory(pid: number | null): ProgramMemory[] {
  if (pid === null) return [];
  const bytes = clusterBytes(pid);
  return [{ name: 'postgres', bytes, share: bytes, private: bytes }];
}

function addresses<N extends string>(names: readonly N[], address: (name: N) => string): Record<N, string> {
  return Object.fromEntries(names.map((name) => [name, address(name)])) as Record<N, string>;
}
