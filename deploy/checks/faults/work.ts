import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { makePlans } from '../kit/payment-plans.ts';
import { createCaller, outcomeOf, type Person } from './calls.ts';
import { type Desk, PARENT_STEPS, staffSteps, type Step, type Worker } from './work-steps.ts';
import type { People } from './world.ts';

const THINK_MS = [200, 1200] as const;
const AGAIN_AFTER_MS = 400;
const FREE_AT_LEAST = 10;
const PLANS_EACH = 5;

export type Load = Awaited<ReturnType<typeof startLoad>>;

/** Lets parents and staff work through the gateways in turns, and keeps a journal of every call. */
export async function startLoad(options: {
  readonly stack: Stack;
  readonly people: People;
  readonly seed: number;
  /** Families pay at the simulated bank, too. */
  readonly pay?: boolean;
  readonly urls?: readonly string[];
}) {
  const { stack, people, seed, pay = false } = options;
  const urls = options.urls ?? [stack.url];
  let turn = 0;
  const caller = createCaller(() => urls[turn++ % urls.length] ?? stack.url);
  const run = randomUUID().slice(0, 8);
  const ids = people.parents.map(({ id }) => id);
  const desk: Desk = { payments: [], proofs: [], verified: [], free: await freeInvoices(stack, ids) };
  let isStopped = false;
  let counter = 0;

  async function work(person: Person, steps: readonly Step[], at: number): Promise<void> {
    const random = randomOf(seed * 1000 + at);
    const worker: Worker = {
      person,
      caller,
      random,
      desk,
      bankUrl: pay ? stack.simulatorUrl : null,
      tag: (kind) => `${kind} ${run}-${(counter += 1)}`,
      async keyed(request) {
        const keyed = { ...request, key: randomUUID() };
        const answer = await caller.call(person, keyed);
        const code = typeof answer.body.code === 'string' ? answer.body.code : null;
        if (outcomeOf({ status: answer.status, code }) !== 'open' || random.next() < 0.3) return answer;
        await sleep(AGAIN_AFTER_MS);
        return caller.call(person, keyed);
      },
    };
    while (!isStopped) {
      await random.pick(steps)(worker);
      await sleep(random.between(...THINK_MS));
    }
  }

  const all = [
    ...people.parents.map((person) => ({ person, steps: PARENT_STEPS })),
    ...Object.entries(people.staff).map(([name, person]) => ({ person, steps: staffSteps(name) })),
  ].map(({ person, steps }, at) => work(person, steps, at));
  return {
    entries: caller.entries,
    sessionsLost: caller.sessionsLost,
    /** Lets everybody finish their step. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(all);
    },
  };
}

/** Invoices of these families on which no payment waits, by family; a family with few of them gets new plans. */
export async function freeInvoices(
  stack: Stack,
  families: readonly string[],
): Promise<Map<string, string[]>> {
  const billing = ownerUrl(stack, 'billing');
  const find = async () => {
    const rows = await rowsOf<{ user_id: string; id: string }>(
      billing,
      `select r.user_id, i.id from enrollment_invoices i join registrations r on r.id = i.registration_id
       where r.user_id = any($1) and not i.waiting and i.total_amount - i.paid_amount > 100000 order by i.id`,
      [families],
    );
    return Map.groupBy(rows, (row) => row.user_id);
  };
  const known = await find();
  const poor = families.filter((id) => (known.get(id)?.length ?? 0) < FREE_AT_LEAST);
  await makePlans(
    billing,
    poor.flatMap((id) => Array.from({ length: PLANS_EACH }, () => id)),
  );
  return new Map([...(await find())].map(([id, all]) => [id, all.map((row) => row.id)]));
}
