import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterFolder, runningPostmaster } from './cluster-folder.ts';
import { freePort } from './ports.ts';
import { asUser, ended, initialise, OWNER } from './initdb.ts';
import { findBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { alive } from './process-state.ts';
import { postgresUser, type SystemUser } from './system-user.ts';

export interface PostgresOptions {
  /** Folder of the cluster; made at the first start. */
  dataDir: string;
  /** Password of the owner `gerbang`. */
  password: string;
  logFile?: string;
  /** False in tests: nothing waits for the disk, so that a kill loses nothing and a power cut everything. */
  durable?: boolean;
  binaries?: 'auto' | 'embedded' | 'system';
  maxConnections?: number;
  /** A fixed port, to come back at the same address; otherwise any free one. */
  port?: number;
}

export interface RunningPostgres {
  url: string;
  port: number;
  pid: number;
  /** True when the cluster ran already, left over by a run that was killed. */
  reused: boolean;
  dataDir: string;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

/**
 * Starts a cluster of its own, or takes over the one a killed run left behind. It runs in its own process group, so
 * that Ctrl-C reaches the services first, and answers a real connection when the promise resolves.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = postgresUser();
  const dataDir = clusterFolder(options.dataDir, user);
  const orphan = await takeOver(dataDir, options.password);
  if (orphan) return orphan;
  const binaries = findBinaries(user, options.binaries);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(binaries, dataDir, user, options);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    try {
      return await launch(binaries, dataDir, user, port, options);
    } catch (error) {
      if (attempt === 3 || options.port || !(error instanceof PortLostError)) throw error;
    }
  }
}

async function takeOver(dataDir: string, password: string): Promise<RunningPostgres | null> {
  const found = runningPostmaster(dataDir);
  if (!found) return null;
  const url = urlOf(found.port, password);
  const until = Date.now() + 10_000;
  while (alive(found.pid)) {
    if (await answers(url)) {
      return { url, ...found, reused: true, dataDir, stop: () => stopByPid(found.pid) };
    }
    if (Date.now() > until)
      throw new Error(`PostgreSQL (process ${found.pid}) holds ${dataDir} and does not answer`);
    await sleep(50);
  }
  return null;
}

function majorVersion(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8'));
}

class PortLostError extends Error {}

/** Keeps what families typed out of the log: the values of statements, and the keys that an error names. */
export const PRIVATE_LOG: Readonly<Record<string, string>> = {
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
};

async function launch(
  binaries: PostgresBinaries,
  dataDir: string,
  user: SystemUser | null,
  port: number,
  options: PostgresOptions,
): Promise<RunningPostgres> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 150),
    shared_buffers: '64MB',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...PRIVATE_LOG,
    // Processes of their own for reading ahead and for replication cost 9 MB and serve no database of this size.
    ...(majorVersion(dataDir) >= 18 && { io_method: 'sync' }),
    max_logical_replication_workers: '0',
    // Autovacuum would visit hundreds of databases that live for seconds, and stand in the way of dropping them.
    ...(options.durable === false && {
      fsync: 'off',
      full_page_writes: 'off',
      max_wal_size: '256MB',
      autovacuum: 'off',
    }),
  };
  const logFile = options.logFile ?? join(tmpdir(), `gerbang-postgres-${process.pid}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    join(binaries.folder, 'postgres'),
    [
      '-D',
      dataDir,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    { ...asUser(user), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.unref();
  const exited = ended(child);
  let code: number | null | undefined;
  void exited.then(
    (value) => (code = value ?? -1),
    () => (code = -1),
  );
  const url = urlOf(port, options.password);
  const until = Date.now() + START_LIMIT_MS;
  while (!(await answers(url))) {
    if (code !== undefined) {
      const said = readFileSync(logFile, 'utf8').slice(logStart).trim();
      if (/Address already in use/i.test(said)) throw new PortLostError(said);
      throw new Error(
        `PostgreSQL ended at its start: ${said.split('\n').slice(-5).join(' | ')} (log: ${logFile})`,
      );
    }
    if (Date.now() > until) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL did not answer within ${START_LIMIT_MS / 1000} s (log: ${logFile})`);
    }
    await sleep(15);
  }
  const pid = child.pid ?? 0;
  if (!options.logFile) rmSync(logFile, { force: true });
  return { url, port, pid, reused: false, dataDir, stop: () => stopByPid(pid, exited) };
}

/** Fast shutdown (SIGINT: roll back, write, end), waited for; only a cluster that hangs is ended at once. */
async function stopByPid(pid: number, exited?: Promise<number | null>): Promise<void> {
  if (!alive(pid)) return;
  process.kill(pid, 'SIGINT');
  const until = Date.now() + 20_000;
  while (alive(pid) && Date.now() < until) {
    if (exited) await Promise.race([exited, sleep(100)]);
    else await sleep(20);
  }
  if (!alive(pid)) return;
  process.kill(pid, 'SIGQUIT');
  while (alive(pid)) await sleep(50);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined); // a server that ends while we ask is answered by the false below
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    // A client that never connected has nothing to close, and one whose server went away cannot say good-bye: either
    // way the answer to the question is known, and a failed farewell must not take its place.
    await client.end().catch(() => undefined);
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}
