import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerUrl, rowsOf } from '../../kit/databases.ts';
import { call, LONGEST_WAIT_MS, type Person } from '../calls.ts';
import type { Fault, Report } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { probe } from '../programs.ts';
import { freeInvoices } from '../work.ts';
import { fileOf, UPLOAD } from '../work-steps.ts';
import type { World } from '../world.ts';

const SLOW_MS = 10_000;
const BACK_MS = 10_000;
const CALLS = 6;
const CUTS = 5;
const PAYMENTS = '/api/admin/enrollment-invoice-payments';
const PARTITION = join(import.meta.dirname, '..', 'partition-program.ts');
const TRY_NETWORK = 'ip link set lo up && iptables -A INPUT -p tcp --dport 1 -j DROP';

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
  const file = await call(stack.url, staff, UPLOAD);
  const link = String(file.body.fileUrl);
  const request = {
    method: 'POST',
    path: PAYMENTS,
    key: randomUUID(),
    body: {
      enrollment_invoice_id: invoice,
      amount_paid: 1500,
      payment_date: '2026-11-20',
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

function networkMissing(): string | null {
  if (process.getuid?.() !== 0) return 'a network namespace needs root';
  const { status } = spawnSync('unshare', ['-n', 'sh', '-c', TRY_NETWORK]);
  return status === 0 ? null : 'unshare, ip or iptables are missing or not allowed';
}

/** The line to billing loses every packet, in a network namespace, so that the machine's own network is untouched. */
export const partition: Fault = {
  id: 'F12',
  title: 'packets to billing dropped (network namespace)',
  seeded: false,
  skipped: networkMissing,
  async run({ queue, seed }) {
    const folder = mkdtempSync(join(tmpdir(), 'gerbang-partition-'));
    const file = join(folder, 'report.json');
    const command = 'ip link set lo up && exec "$0" "$@"';
    const args = ['-n', 'sh', '-c', command, process.execPath, PARTITION, file, queue, String(seed)];
    try {
      const output = await new Promise<string>((resolve) =>
        execFile('unshare', args, { maxBuffer: 2 ** 26 }, (error, out, err) =>
          resolve(`${error ?? ''}${out}${err}`),
        ),
      );
      if (!existsSync(file)) throw new Error(output);
      return JSON.parse(readFileSync(file, 'utf8')) as Report;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
