import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { underLoad } from '../judge.ts';
import { sessionsAtBoth, startSecond, verifiedAtBoth } from '../second-set.ts';

const SESSIONS = 6;
const PAYMENTS = 8;
const LOAD_MS = 8000;
const PAUSED_MS = 75_000;

/** Two gateways, two of admission, billing and notification: one effect, one message, one session. */
export const severalProcesses: Fault = {
  id: 'several',
  title: 'two of each program on the same databases',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const second = await startSecond(world);
    const urls = [world.stack.url, second.url] as const;
    try {
      const wrong = [
        ...(await sessionsAtBoth(urls, SESSIONS)),
        ...(await verifiedAtBoth(world, urls, PAYMENTS)),
      ];
      return await underLoad(world, { seed, urls }, async () => {
        await sleep(LOAD_MS);
        const did = `${SESSIONS} sessions and ${PAYMENTS} payments at both gateways, then load over both`;
        return { did, wrong };
      });
    } finally {
      await second.stop();
    }
  },
};

/** Every program of two sets is restarted in turn, as by a deployment; one set always serves. */
export const rollingRestart: Fault = {
  id: 'F19',
  title: 'rolling restart of two sets of programs under load',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const second = await startSecond(world);
    const { stack, lines } = world;
    try {
      return await underLoad(world, { seed, urls: [stack.url, second.url], twiceAtMost: 0 }, async () => {
        const times: number[] = [];
        for (const name of second.names) {
          for (const restart of [() => stack.restart(name), () => second.restart(name)]) {
            await sleep(500);
            const began = performance.now();
            await restart();
            times.push(Math.round(performance.now() - began));
            await second.ready(name);
          }
        }
        return {
          did: `${times.length} restarts, the same version on both sides`,
          wrong: lines.filter((line) => line.includes('did not end within')),
          figures: { 'longest stop, ms': Math.max(...times) },
        };
      });
    } finally {
      await second.stop();
    }
  },
};

/** A worker that sleeps longer than its lease sends nothing that the other worker has sent meanwhile. */
export const pausedWorker: Fault = {
  id: 'F3',
  title: 'a worker paused beyond its lease, with a second one',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const second = await startSecond(world);
    try {
      return await underLoad(world, { seed, twiceAtMost: 1 }, async () => {
        await sleep(2500);
        world.stack.kill('notification', 'SIGSTOP');
        await sleep(PAUSED_MS);
        world.stack.kill('notification', 'SIGCONT');
        await sleep(2000);
        return { did: `one of two workers stopped for ${PAUSED_MS / 1000} s` };
      });
    } finally {
      world.stack.kill('notification', 'SIGCONT');
      await second.stop();
    }
  },
};
