import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, LONGEST_WAIT_MS } from '../client.ts';
import type { Fault } from '../fault.ts';
import { probe } from '../programs.ts';
import { underLoad } from '../under-load.ts';

const CALLS = 6;
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** Billing takes connections and says nothing: its callers learn it in time, writes are never sent twice. */
export const silentBilling: Fault = {
  id: 'F10',
  title: 'half-open line to billing',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { billingLine, stack, people } = world;
    const wrong: string[] = [];
    const late: string[] = [];
    const path = `/api/admin/enrollment-invoice-payments/${randomUUID()}/verify`;
    const write = { method: 'PUT', path, body: { action: 'verify' } };
    const others = async () => {
      const times: number[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        const answer = await probe(world, '/api/admin/registrations?limit=5');
        times.push(answer.ms);
        if (answer.status !== 200) wrong.push(`admission answered ${answer.status} meanwhile`);
      }
      return median(times);
    };
    const normal = await others();
    billingLine.set({ is: 'silent' });
    const before = { ...billingLine.figures };
    const asked = Array.from({ length: CALLS }, async (_one, at) => {
      const read = at % 2 === 0;
      const answer = read
        ? await probe(world, '/api/admin/invoices?limit=1')
        : await call(stack.url, people.staff.finance, write);
      if (answer.status !== 504) wrong.push(`${read ? 'a read' : 'a write'} answered ${answer.status}`);
      if (answer.ms > LONGEST_WAIT_MS) late.push(`it took ${answer.ms} ms`);
      return answer.ms;
    });
    const meanwhile = await others();
    const times = await Promise.all(asked);
    const { writes, reads } = billingLine.figures;
    if (writes - before.writes !== CALLS / 2)
      wrong.push(`${CALLS / 2} writes were sent ${writes - before.writes} times`);
    if (reads - before.reads > CALLS)
      wrong.push(`${CALLS / 2} reads were sent ${reads - before.reads} times`);
    billingLine.set({ is: 'well' });
    billingLine.cutAll();
    const figures = {
      'longest, ms': Math.max(...times),
      'admission before and meanwhile, ms': `${normal} and ${meanwhile}`,
    };
    return underLoad(world, { seed }, async () => {
      await sleep(3000);
      return { did: `${CALLS} calls into silence, then load`, wrong, late, figures };
    });
  },
};
