import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerUrl, rowsOf } from '../../kit/databases.ts';
import { jakartaDate } from '../../kit/families.ts';
import { controlSimulator } from '../../kit/inbox.ts';
import { until } from '../../kit/until.ts';
import { call, LONGEST_WAIT_MS, newParent, type Person } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { probe } from '../programs.ts';
import { freeInvoices } from '../work.ts';
import { fileOf, newUpload } from '../work-steps.ts';
import type { World } from '../world.ts';

const SLOW_MS = 10_000;
const BACK_MS = 10_000;
const CALLS = 6;
const CUTS = 5;
const PAYMENTS = '/api/admin/enrollment-invoice-payments';
const DOWN_MS = 8000;

/** The line to PostgreSQL is 500 ms late, then 5 s. */
export const slowPostgres: Fault = {
  id: 'F9',
  title: 'PostgreSQL behind a slow line: 500 ms, then 5 s',
  seeded: false,
  async run({ own, seed }) {
    const world = await own({ ownCluster: {} });
    const { databaseLine } = world;
    if (!databaseLine) throw new Error('No line to the database');
    return underLoad(world, { seed, twiceAtMost: 2 }, async () => {
      const back: number[] = [];
      for (const delayMs of [500, 5000]) {
        await sleep(2000);
        databaseLine.set({ is: 'slow', delayMs });
        await sleep(SLOW_MS);
        databaseLine.set({ is: 'well' });
        back.push(await waitForHealth(world, 60_000));
      }
      return {
        did: `500 ms and 5 s late, ${SLOW_MS / 1000} s each`,
        late: back.filter((ms) => ms > BACK_MS).map((ms) => `healthy again only after ${ms} ms`),
        figures: { 'healthy again, ms': back.join(' and ') },
      };
    });
  },
};

/** Billing accepts connections and never responds: its callers learn it in time, and writes are never sent twice. */
export const silentBilling: Fault = {
  id: 'F10',
  title: 'half-open line to billing',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { billingLine, stack, people } = world;
    const wrong: string[] = [];
    const late: string[] = [];
    const path = `${PAYMENTS}/${randomUUID()}/verify`;
    const write = { method: 'PUT', path, body: { action: 'verify' } };
    const others = async () => {
      const times: number[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        const { ms, status } = await probe(world, '/api/admin/registrations?limit=5');
        times.push(ms);
        if (status !== 200) wrong.push(`admission returned ${status} meanwhile`);
      }
      return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    };
    const normal = await others();
    billingLine.set({ is: 'silent' });
    const before = { ...billingLine.figures };
    const waiting = Array.from({ length: CALLS }, async (_one, at) => {
      const isRead = at % 2 === 0;
      const { status, ms } = isRead
        ? await probe(world, '/api/admin/invoices?limit=1')
        : await call(stack.url, people.staff.finance, write);
      if (status !== 504) wrong.push(`${isRead ? 'a read' : 'a write'} returned ${status}`);
      if (ms > LONGEST_WAIT_MS) late.push(`it took ${ms} ms`);
      return ms;
    });
    const meanwhile = await others();
    const times = await Promise.all(waiting);
    const writes = billingLine.figures.writes - before.writes;
    const reads = billingLine.figures.reads - before.reads;
    if (writes !== CALLS / 2) wrong.push(`${CALLS / 2} writes were sent ${writes} times`);
    if (reads > CALLS) wrong.push(`${CALLS / 2} reads were sent ${reads} times`);
    billingLine.set({ is: 'well' });
    billingLine.cutAll();
    const figures = {
      'longest, ms': Math.max(...times),
      'admission before and meanwhile, ms': `${normal} and ${meanwhile}`,
    };
    return underLoad(world, { seed }, async () => {
      await sleep(3000);
      return { did: `${CALLS} calls without a response, then load`, wrong, late, figures };
    });
  },
};

/** The line is cut after the request was written: the same Idempotency-Key gives the first result. */
export const cutAnswers: Fault = {
  id: 'F11',
  title: 'responses of billing cut off, then requested again',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { stack, people, billingLine } = world;
    const free = await freeInvoices(
      stack,
      people.parents.map(({ id }) => id),
    );
    const wrong: string[] = [];
    const before = billingLine.figures.cut;
    for (const invoice of [...free.values()].flat().slice(0, CUTS))
      wrong.push(...(await payCut(world, people.staff.finance, invoice)));
    const cut = billingLine.figures.cut - before;
    if (cut !== CUTS) wrong.push(`${cut} of ${CUTS} responses were cut`);
    return underLoad(world, { seed }, async () => ({ did: `${CUTS} payments`, wrong, figures: { cut } }));
  },
};

/** Sends one payment whose response is cut off, and the same again; returns what is wrong. */
async function payCut({ stack, billingLine }: World, staff: Person, invoice: string): Promise<string[]> {
  const file = await call(stack.url, staff, newUpload());
  const link = String(file.body.fileUrl);
  const request = {
    method: 'POST',
    path: PAYMENTS,
    key: randomUUID(),
    body: {
      enrollment_invoice_id: invoice,
      amount_paid: 1500,
      payment_date: jakartaDate(),
      payment_evidence_url: link,
      auto_verify: true,
    },
  };
  billingLine.set({ is: 'cutting', marker: `POST ${PAYMENTS}` });
  const first = await call(stack.url, staff, request);
  const again = await call(stack.url, staff, request);
  const rows = await rowsOf<{ id: string }>(
    ownerUrl(stack, 'billing'),
    'select id from enrollment_invoice_payments where payment_evidence_file_id = $1',
    [fileOf(link)],
  );
  const wrong: string[] = [];
  if (first.status !== 502 && first.status !== 503) wrong.push(`the cut response became ${first.status}`);
  if (again.status !== 201) wrong.push(`the same again returned ${again.status}`);
  if (rows.length !== 1) wrong.push(`there are ${rows.length} payments`);
  if (rows[0]?.id !== again.body.id) wrong.push('the second response is about another payment');
  return wrong;
}

/** The provider is down for two hours of the rows' time, then slow, then returns 429. */
export const noWhatsApp: Fault = {
  id: 'F13',
  title: 'WhatsApp down, then slow, then 429',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { stack, sentLog } = world;
    const notification = ownerUrl(stack, 'notification');
    await sentLog.read();
    return underLoad(world, { seed, twiceAtMost: 1000 }, async (load) => {
      const wrong: string[] = [];
      const { email } = await newParent(stack.url);
      const earlier = await rowsOf<{ id: string }>(notification, 'select id from notifications');
      // It takes nothing more before its log is read: what it took afterwards would be forgotten with it.
      const refuse = { at: 'connect', reply: '421 4.3.2 Closing', times: 100_000 };
      const full = { error: { code: 131_016, times: 100_000 }, mail: { refuse } };
      await controlSimulator(stack.simulatorUrl, full);
      await sentLog.read();
      await stack.stopProgram('simulator');
      const path = '/api/auth/forgot-password';
      const forgot = await call(stack.url, null, { method: 'POST', path, body: { email } });
      if (forgot.status !== 200) wrong.push(`forgot-password returned ${forgot.status} without WhatsApp`);
      const codes = () =>
        rowsOf<{ id: string; status: string; reason: string | null; dead: boolean }>(
          notification,
          `select id, status, reason, params_sealed is null as dead from notifications
           where kind = 'reset_code' and not id = any($1)`,
          [earlier.map(({ id }) => id)],
        );
      await until('The row of the code', async () => (await codes()).length > 0);
      await sleep(DOWN_MS);
      const open = `status in ('pending', 'retry')`;
      const waiting = await rowsOf(notification, `select 1 from notifications where ${open}`);
      // Two hours later: retries are due, and the code has expired.
      await rowsOf(
        notification,
        `update notifications set created_at = created_at - interval '2 hours',
           expires_at = expires_at - interval '2 hours', next_attempt_at = now(), lease_until = '-infinity'
         where ${open}`,
      );
      await stack.restart('simulator');
      const isUp = async () => (await fetch(`${stack.simulatorUrl}/healthz`).catch(() => null))?.ok;
      await until('The simulator', isUp);
      const order = { slow: { ms: 1500, times: 15 }, error: { code: 130429, times: 10 } };
      await controlSimulator(stack.simulatorUrl, order);
      await until('The end of the code', async () => (await codes())[0]?.status === 'failed', {
        limitMs: 120_000,
      });
      await sleep(2000);
      await load.stop();
      const [code] = await codes();
      await sentLog.read();
      if (code?.reason !== 'expired' || !code.dead) wrong.push(`the expired code is ${code?.reason}`);
      if (code && sentLog.perRow().has(code.id)) wrong.push('an expired code was sent');
      return {
        did: `down with ${waiting.length} messages waiting, 15 slow responses, 10 refused for their number`,
        wrong,
        figures: { waiting: waiting.length },
      };
    });
  },
};
