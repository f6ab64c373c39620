import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmaster } from '../cluster.ts';
import { rowsOf } from '../databases.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { underLoad } from '../under-load.ts';
import type { World } from '../world.ts';

const STOPPED_MS = 20_000;
const FULL_MS = 10_000;
const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const FEW = 4;

/** Every process that descends from this one, itself included. */
export function family(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  const children = all.filter((name) => {
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
    } catch {
      return false; // it ended while we looked
    }
  });
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

/** Signals a process that may be gone by now. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Postgres stands still and goes on. */
export const stoppedPostgres: Fault = {
  id: 'stop',
  title: 'SIGSTOP of Postgres for 20 s',
  seeded: false,
  skipped: () => (process.platform === 'linux' ? null : 'needs /proc'),
  async run({ world: shared, seed }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: 5 }, async () => {
      await sleep(2000);
      const stopped = family(postmaster(world));
      for (const pid of stopped) signal(pid, 'SIGSTOP');
      await sleep(STOPPED_MS);
      for (const pid of stopped.toReversed()) signal(pid, 'SIGCONT');
      const back = await waitForHealth(world, 60_000);
      await sleep(1000);
      return { did: `${stopped.length} processes stood still`, figures: { 'well again, ms': back } };
    });
  },
};

/** Gives every service so many connections (-1: as many as it likes) and ends those it has. */
async function allow({ stack }: World, connections: number): Promise<void> {
  const roles = SERVICES.map((name) => decodeURIComponent(new URL(stack.databaseUrls[name]).username));
  for (const role of roles) {
    await rowsOf(stack.ownerUrl, `alter role "${role}" connection limit ${connections}`);
  }
  await rowsOf(
    stack.ownerUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)',
    [roles],
  );
}

/** The services get 20 connections together, and lose those that they have. */
export const fewConnections: Fault = {
  id: 'connections',
  title: '20 connections for all services together',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: 5 }, async () => {
      await sleep(1500);
      await allow(world, FEW);
      try {
        await sleep(FULL_MS);
      } finally {
        await allow(world, -1);
      }
      const back = await waitForHealth(world, 60_000);
      return {
        did: `${FEW} for each of ${SERVICES.length} services, ${FULL_MS / 1000} s`,
        figures: { 'well again, ms': back },
      };
    });
  },
};

/** A program that may open 64 files, sockets included. */
export const fewFiles: Fault = {
  id: 'nofile',
  title: 'prlimit --nofile of admission and the gateway',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const limit = (name: 'admission' | 'gateway', files: number) => {
      const pid = world.stack.pid(name);
      try {
        execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`], { stdio: 'pipe' });
      } catch (error) {
        throw new CannotTry(`prlimit: ${(error as Error).message.split('\n')[0]}`);
      }
    };
    return underLoad(world, { seed, twiceAtMost: 2 }, async () => {
      await sleep(1500);
      limit('admission', 40);
      limit('gateway', 64);
      await sleep(FULL_MS);
      limit('admission', 4096);
      limit('gateway', 4096);
      const back = await waitForHealth(world, 60_000);
      return { did: '40 and 64 files', figures: { 'well again, ms': back } };
    });
  },
};
