import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@gerbang/local/memory';
import { rowsOf } from '../../kit/databases.ts';
import { call } from '../calls.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { clusterLog, descendants, postmaster, probe, SERVED } from '../programs.ts';
import { UPLOAD } from '../work.ts';
import type { World } from '../world.ts';

const MB = 1024 * 1024;
const FULL_MS = 12_000;
const LIMITED_MS = 10_000;
const STOPPED_MS = 20_000;
const BROKEN_MS = 6000;
/** The sync call of each process that fails. */
const NTH = 4;
const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const FEW = 4;
const MEMORY_GROUPS = '/sys/fs/cgroup/memory';
const UPLOADS = { count: 60, parallel: 20, bytes: 4_500_000 };
const ROOM = 12 * MB;

/** A small disk that can be filled: a tmpfs of this many megabytes. */
function openDisk(megabytes: number) {
  if (process.getuid?.() !== 0) throw new CannotTry('a small disk (tmpfs) needs root');
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new CannotTry(`no tmpfs: ${(error as Error).message.split('\n')[0]}`);
  }
  chmodSync(folder, 0o755);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Fills all of the space but so many bytes. */
    fill(left: number): void {
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder);
          const room = bavail * bsize - left;
          if (room <= 0) return;
          appendFileSync(ballast, Buffer.alloc(Math.min(room, MB)));
        }
      } catch (error) {
        // Other programs write as well: the disk is full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close(): void {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL has no room for what it must write. */
export const fullDatabase: Fault = {
  id: 'F14',
  title: 'disk full under PostgreSQL',
  seeded: false,
  async run({ own, seed }) {
    const disk = openDisk(420);
    try {
      const world = await own({ ownCluster: { dataDir: join(disk.folder, 'postgres') } });
      return await underLoad(world, { seed, twiceAtMost: 5 }, async ({ entries }) => {
        await sleep(2000);
        const before = entries.length;
        disk.fill(64 * 1024);
        await sleep(FULL_MS);
        const refused = entries.slice(before).filter(({ status }) => status === 503).length;
        disk.free();
        const back = await waitForHealth(world, 60_000);
        await sleep(1000);
        return {
          did: `full for ${FULL_MS / 1000} s`,
          figures: { '503 while full': refused, 'healthy again, ms': back },
        };
      });
    } finally {
      disk.close();
    }
  },
};

/** Uploads have no room; the rest of the portal works. */
export const fullUploads: Fault = {
  id: 'F15',
  title: 'disk full under uploads',
  seeded: false,
  async run({ own, seed }) {
    const disk = openDisk(4);
    try {
      const folder = join(disk.folder, 'files');
      mkdirSync(folder);
      const world = await own({ env: { admission: { FILES_DIR: folder } } });
      return await underLoad(world, { seed }, async ({ entries }) => {
        await sleep(2000);
        const before = entries.length;
        disk.fill(0);
        await sleep(FULL_MS);
        const wrong: string[] = [];
        for (const { name, path } of SERVED) {
          const { status } = await probe(world, path);
          if (status !== 200) wrong.push(`${name} returned ${status} while uploads had no room`);
        }
        const meanwhile = entries.slice(before);
        const isUpload = ({ path }: { path: string }) => path.endsWith('/upload');
        const uploads = meanwhile.filter(isUpload);
        const refused = uploads.filter(({ status }) => status === 507 || status === 503).length;
        if (refused === 0) wrong.push('no upload was refused: the disk was not full');
        const others = meanwhile.filter((one) => !isUpload(one) && (one.status ?? 999) >= 500);
        if (others.length > 0) wrong.push(`${others.length} other calls failed while uploads had no room`);
        disk.free();
        return {
          did: `full for ${FULL_MS / 1000} s`,
          wrong,
          figures: { 'uploads refused': refused, 'other calls meanwhile': meanwhile.length - uploads.length },
        };
      });
    } finally {
      disk.close();
    }
  },
};

/** Ends strace, which releases its processes. */
async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await exited;
}

/** The disk refuses to keep what it was given: PostgreSQL panics and recovers, and loses nothing. */
export const brokenDisk: Fault = {
  id: 'F16',
  title: 'fsync fails under PostgreSQL (strace)',
  seeded: false,
  skipped: () => (spawnSync('strace', ['-V']).status === 0 ? null : 'no strace on the PATH'),
  async run({ world: shared, seed }) {
    const world = await shared();
    const panicsNow = () => clusterLog(world).split('PANIC').length;
    return underLoad(world, { seed, twiceAtMost: 20 }, async () => {
      await sleep(2000);
      const before = panicsNow();
      const pids = descendants(postmaster(world)).flatMap((pid) => ['-p', String(pid)]);
      const inject = `inject=fsync,fdatasync:error=EIO:when=${NTH}`;
      const args = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject, ...pids];
      const tracer = spawn('strace', args, { stdio: 'ignore' });
      await sleep(BROKEN_MS);
      if (tracer.exitCode !== null) throw new CannotTry('strace may not trace PostgreSQL here');
      await end(tracer);
      const panics = panicsNow() - before;
      const back = await waitForHealth(world, 120_000);
      await sleep(1000);
      return {
        did: `call ${NTH} of every process for ${BROKEN_MS / 1000} s`,
        wrong: panics === 0 ? ['PostgreSQL did not panic'] : [],
        figures: { panics, 'healthy again, ms': back },
      };
    });
  },
};

/** Puts a process into a memory group of so many bytes; returns how to remove the group. */
function limitMemory(pid: number, bytes: number): () => void {
  const group = join(MEMORY_GROUPS, `gerbang-faults-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(bytes));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    if (existsSync(group)) rmdirSync(group);
    throw new CannotTry(`no memory group: ${(error as Error).message}`);
  }
  return () => {
    const left = readFileSync(join(group, 'cgroup.procs'), 'utf8').trim().split('\n').filter(Boolean);
    for (const one of left) writeFileSync(join(MEMORY_GROUPS, 'cgroup.procs'), one);
    rmdirSync(group);
  };
}

/** One program has too little memory for large uploads: it alone dies, and comes back. */
export const littleMemory: Fault = {
  id: 'F20',
  title: 'memory limit on admission, large uploads',
  seeded: false,
  skipped: () =>
    existsSync(join(MEMORY_GROUPS, 'cgroup.procs')) ? null : 'no memory groups (cgroup v1) here',
  async run({ world: shared, seed }) {
    const world = await shared();
    const { stack, people } = world;
    const pid = stack.pid('admission');
    if (pid === undefined) throw new Error('admission does not run');
    const otherPids = () =>
      String(SERVED.filter(({ name }) => name !== 'admission').map(({ name }) => stack.pid(name)));
    const before = otherPids();
    const release = limitMemory(pid, residentBytes(pid) + ROOM);
    try {
      return await underLoad(world, { seed, twiceAtMost: 2 }, async () => {
        const file = `%PDF-1.4\n${' '.repeat(UPLOADS.bytes)}\n%%EOF\n`;
        const fileData = Buffer.from(file).toString('base64');
        const body = { fileData, fileName: 'besar.pdf', contentType: 'application/pdf' };
        let sent = 0;
        let refused = 0;
        const lane = async () => {
          while (sent < UPLOADS.count) {
            sent += 1;
            const { status } = await call(stack.url, people.staff.finance, { ...UPLOAD, body }, 60_000);
            if (status !== 201) refused += 1;
          }
        };
        await Promise.all(Array.from({ length: UPLOADS.parallel }, lane));
        const wrong = otherPids() === before ? [] : ['another program ended too'];
        const back = await waitForHealth(world, 60_000);
        for (const { name, path } of SERVED) {
          const { status } = await probe(world, path);
          if (status !== 200) wrong.push(`${name} returned ${status}`);
        }
        const isKilled = stack.pid('admission') !== pid;
        await sleep(500);
        return {
          did: `${UPLOADS.count} uploads of ${Math.round(UPLOADS.bytes / 1e6)} MB, ${UPLOADS.parallel} at once; admission ${isKilled ? 'was killed and came back' : 'had enough'}`,
          wrong,
          figures: { 'uploads without 201': refused, 'healthy again, ms': back },
        };
      });
    } finally {
      release();
    }
  },
};

/** Signals a process that may be gone by now. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** PostgreSQL stands still and goes on. */
export const stoppedPostgres: Fault = {
  id: 'stop',
  title: 'SIGSTOP of PostgreSQL for 20 s',
  seeded: false,
  skipped: () => (process.platform === 'linux' ? null : 'needs /proc'),
  async run({ world: shared, seed }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: 5 }, async () => {
      await sleep(2000);
      const stopped = descendants(postmaster(world));
      for (const pid of stopped) signal(pid, 'SIGSTOP');
      await sleep(STOPPED_MS);
      for (const pid of stopped.toReversed()) signal(pid, 'SIGCONT');
      const back = await waitForHealth(world, 60_000);
      await sleep(1000);
      return { did: `${stopped.length} processes stood still`, figures: { 'healthy again, ms': back } };
    });
  },
};

/** Allows every service so many connections (-1: any number) and ends those that it has. */
async function allowConnections({ stack }: World, connections: number): Promise<void> {
  const roles = SERVICES.map((name) => decodeURIComponent(new URL(stack.databaseUrls[name]).username));
  for (const role of roles)
    await rowsOf(stack.ownerUrl, `alter role "${role}" connection limit ${connections}`);
  const text = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)';
  await rowsOf(stack.ownerUrl, text, [roles]);
}

/** The services may have 20 connections together, and lose those that they have. */
export const fewConnections: Fault = {
  id: 'connections',
  title: '20 connections for all services together',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: 5 }, async () => {
      await sleep(1500);
      await allowConnections(world, FEW);
      try {
        await sleep(LIMITED_MS);
      } finally {
        await allowConnections(world, -1);
      }
      const back = await waitForHealth(world, 60_000);
      return {
        did: `${FEW} for each of ${SERVICES.length} services, ${LIMITED_MS / 1000} s`,
        figures: { 'healthy again, ms': back },
      };
    });
  },
};

/** Two programs may open few files, sockets included. */
export const fewFiles: Fault = {
  id: 'nofile',
  title: 'prlimit --nofile of admission and the gateway',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const limit = (name: 'admission' | 'gateway', files: number) => {
      const args = ['--pid', String(world.stack.pid(name)), `--nofile=${files}:`];
      try {
        execFileSync('prlimit', args, { stdio: 'pipe' });
      } catch (error) {
        throw new CannotTry(`prlimit: ${(error as Error).message.split('\n')[0]}`);
      }
    };
    return underLoad(world, { seed, twiceAtMost: 2 }, async () => {
      await sleep(1500);
      limit('admission', 40);
      limit('gateway', 64);
      await sleep(LIMITED_MS);
      limit('admission', 4096);
      limit('gateway', 4096);
      const back = await waitForHealth(world, 60_000);
      return { did: '40 and 64 files', figures: { 'healthy again, ms': back } };
    });
  },
};
