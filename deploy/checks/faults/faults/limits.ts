import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@gerbang/local/memory';
import { rowsOf } from '../../kit/databases.ts';
import { call } from '../calls.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { descendants, postmaster, probe, SERVED } from '../programs.ts';
import { UPLOAD } from '../work-steps.ts';
import type { World } from '../world.ts';

const MB = 1024 * 1024;
const LIMITED_MS = 10_000;
const STOPPED_MS = 20_000;
const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const FEW = 4;
const MEMORY_GROUPS = '/sys/fs/cgroup/memory';
const UPLOADS = { count: 60, parallel: 20, bytes: 4_500_000 };
const ROOM = 12 * MB;

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
