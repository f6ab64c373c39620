import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterFolder, runningPostmaster } from '@gerbang/local/cluster-folder';
import type { ProgramName } from '@gerbang/local/program-parts';
import { rowsOf } from '../kit/databases.ts';
import { type Answer, call } from './calls.ts';
import type { World } from './world.ts';

/** The programs that a load needs, each with a read through the gateway that it serves. */
export const SERVED: readonly { readonly name: ProgramName; readonly path: string }[] = [
  { name: 'gateway', path: '/healthz' },
  { name: 'auth', path: '/api/user' },
  { name: 'admission', path: '/api/admin/registrations?limit=1' },
  { name: 'announcement', path: '/api/admin/announcements?limit=1' },
  { name: 'billing', path: '/api/admin/invoices?limit=1' },
  { name: 'notification', path: '/api/admin/notifications?limit=1' },
];

const BACK_MS = 150_000;
const PROBE_MS = 50;

/** One read of a program through the gateway, as an administrator. */
export function probe({ stack, people }: World, path: string): Promise<Answer> {
  return call(stack.url, people.staff.admin, { method: 'GET', path });
}

/**
 * Kills a program and reads from it and from the others until it serves again. Returns how long that took, the longest
 * wait of a caller meanwhile (ms), and the wrong responses.
 */
export async function killAndWatch(world: World, name: ProgramName) {
  const victim = SERVED.find((one) => one.name === name);
  const others = SERVED.filter((one) => one.name !== name && one.name !== 'gateway');
  if (!victim) throw new Error(`${name} serves no read`);
  const wrong: string[] = [];
  let longest = 0;
  const pid = world.stack.pid(name);
  const began = performance.now();
  world.stack.kill(name, 'SIGKILL');
  for (let turn = 0; ; turn += 1) {
    const sentAt = performance.now();
    const { status, ms } = await probe(world, victim.path);
    longest = Math.max(longest, ms);
    const now = world.stack.pid(name);
    if (status === 200 && now !== undefined && now !== pid)
      return { back: Math.round(performance.now() - began), longest, wrong };
    if (name !== 'gateway') {
      if (status !== 200 && status !== 503) wrong.push(`${name} down returned ${status}`);
      const other = others[turn % others.length];
      const response = other ? await probe(world, other.path) : null;
      if (response && response.status !== 200)
        wrong.push(`${name} down: ${other?.name} returned ${response.status}`);
    }
    if (performance.now() - began > BACK_MS) throw new Error(`${name} did not come back`);
    await sleep(Math.max(0, PROBE_MS - (performance.now() - sentAt)));
  }
}

/** The postmaster of the world's own cluster. */
export function postmaster({ stack }: World): number {
  const found = runningPostmaster(clusterFolder(join(stack.dataDir, 'postgres')));
  if (!found) throw new Error('No cluster runs');
  return found.pid;
}

/** The server processes of the services' connections. */
export async function backends({ stack }: World): Promise<number[]> {
  const rows = await rowsOf<{ pid: number }>(
    stack.ownerUrl,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
     and usename <> current_user`,
  );
  return rows.map(({ pid }) => pid);
}

/** A process and all its descendants. */
export function descendants(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  const children = all.filter((name) => {
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
    } catch {
      return false; // it ended meanwhile
    }
  });
  return [pid, ...children.flatMap((child) => descendants(Number(child)))];
}
