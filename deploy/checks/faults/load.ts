import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller, type Person } from './client.ts';
import { createJournal, type Journal, outcomeOf } from './journal.ts';
import { parentSteps } from './parents.ts';
import type { People } from './people.ts';
import { freeInvoices } from './plans.ts';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { staffSteps } from './staff.ts';
import type { Desk, Step, Worker } from './work.ts';
import type { Stack } from '@gerbang/local/stack';

const THINK_MS = [200, 1200] as const;
const AGAIN_AFTER_MS = 400;

/**
 * 20 parents and 5 staff at work through the gateway, with a journal of what they were answered (reliability, Faults).
 * `urls` are the gateways, taken in turns.
 */
export async function startLoad(options: {
  readonly stack: Stack;
  readonly people: People;
  readonly seed: number;
  readonly urls?: readonly string[];
}) {
  const { stack, people, seed } = options;
  const urls = options.urls ?? [stack.url];
  const journal: Journal = createJournal();
  let turn = 0;
  const caller = createCaller(() => urls[turn++ % urls.length] ?? stack.url, journal);
  const run = randomUUID().slice(0, 8);
  const desk: Desk = {
    payments: [],
    proofs: [],
    verified: [],
    free: await freeInvoices(
      stack,
      people.parents.map(({ id }) => id),
    ),
  };
  let stopped = false;
  let counter = 0;

  async function work(person: Person, steps: readonly Step[], at: number): Promise<void> {
    const random = randomOf(seed * 1000 + at);
    const worker: Worker = {
      person,
      caller,
      random,
      desk,
      tag: (kind) => `${kind} ${run}-${(counter += 1)}`,
      async keyed(request) {
        const asked = { ...request, key: randomUUID() };
        const answer = await caller.call(person, asked);
        const code = typeof answer.body.code === 'string' ? answer.body.code : null;
        if (outcomeOf({ status: answer.status, code }) !== 'open' || random.next() < 0.3) return answer;
        await sleep(AGAIN_AFTER_MS);
        return caller.call(person, asked);
      },
    };
    while (!stopped) {
      await random.pick(steps)(worker);
      await sleep(random.between(...THINK_MS));
    }
  }

  const { parents, staff } = people;
  const all = [
    ...parents.map((person) => ({ person, steps: parentSteps })),
    ...Object.entries(staff).map(([name, person]) => ({ person, steps: staffSteps(name) })),
  ].map(({ person, steps }, at) => work(person, steps, at));
  return {
    journal,
    sessionsLost: caller.sessionsLost,
    /** Lets everybody end what they are at. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(all);
    },
  };
}

export type Load = Awaited<ReturnType<typeof startLoad>>;
