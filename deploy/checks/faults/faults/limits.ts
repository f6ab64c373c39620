import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../../kit/databases.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { descendants, postmaster } from '../programs.ts';
import type { World } from '../world.ts';

const LIMITED_MS = 10_000;
const STOPPED_MS = 20_000;
const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const FEW = 4;

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
