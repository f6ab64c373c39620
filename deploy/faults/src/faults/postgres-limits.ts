import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmaster } from '../cluster.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { underLoad } from '../under-load.ts';

const STOPPED_MS = 20_000;
const FULL_MS = 10_000;

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

/** A cluster with fewer connections than its services want. */
export const fewConnections: Fault = {
  id: 'connections',
  title: 'max_connections 20',
  seeded: false,
  async run({ own, seed }) {
    const world = await own({ ownCluster: { maxConnections: 20 }, parents: 8 });
    return underLoad(world, { seed, twiceAtMost: 5 }, async () => {
      await sleep(FULL_MS);
      return { did: `load for ${FULL_MS / 1000} s` };
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
