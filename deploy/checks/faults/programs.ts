import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramName } from '@gerbang/local/environments';
import { type Answer, call } from './client.ts';
import type { World } from './world.ts';

/** The programs that a load needs, each with a read through the gateway that it answers. */
export const SERVED: readonly { readonly name: ProgramName; readonly path: string }[] = [
  { name: 'gateway', path: '/healthz' },
  { name: 'auth', path: '/api/user' },
  { name: 'admission', path: '/api/admin/registrations?limit=1' },
  { name: 'announcement', path: '/api/admin/announcements?limit=1' },
  { name: 'billing', path: '/api/admin/invoices?limit=1' },
  { name: 'notification', path: '/api/admin/notifications?limit=1' },
];

const BACK_MS = 150_000;

/** One read of a program through the gateway, as an administrator. */
export function probe({ stack, people }: World, path: string): Promise<Answer> {
  return call(stack.url, people.staff.admin, { method: 'GET', path });
}

/**
 * Kills a program and asks for what it serves, and for what the others do, until it answers again. Answers how long
 * that took, the longest that a caller waited meanwhile, and what was wrong with the answers.
 */
export async function killAndWatch(world: World, name: ProgramName) {
  const victim = SERVED.find((one) => one.name === name);
  const others = SERVED.filter((one) => one.name !== name && one.name !== 'gateway');
  if (!victim) throw new Error(`Nobody asks for ${name}`);
  const wrong: string[] = [];
  let longest = 0;
  let missed = 0;
  const pid = world.stack.pid(name);
  const began = performance.now();
  world.stack.kill(name, 'SIGKILL');
  for (let turn = 0; ; turn += 1) {
    const asked = performance.now();
    const answer = await probe(world, victim.path);
    longest = Math.max(longest, answer.ms);
    const now = world.stack.pid(name);
    if (answer.status === 200 && now !== undefined && now !== pid) {
      return { back: Math.round(performance.now() - began), longest, missed, wrong };
    }
    if (answer.status !== 200) missed += 1;
    if (name !== 'gateway') {
      if (answer.status !== 200 && answer.status !== 503)
        wrong.push(`${name} down answered ${answer.status}`);
      const other = others[turn % others.length];
      const answered = other ? await probe(world, other.path) : null;
      if (answered && answered.status !== 200) {
        wrong.push(`${name} down: ${other?.name} answered ${answered.status}`);
      }
    }
    if (performance.now() - began > BACK_MS) throw new Error(`${name} did not come back`);
    await sleep(Math.max(0, 50 - (performance.now() - asked)));
  }
}
