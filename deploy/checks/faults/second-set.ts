import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programs } from '@gerbang/local/environments';
import { type ProgramName } from '@gerbang/local/program-parts';
import { choosePorts, type Ports } from '@gerbang/local/ports';
import { createSupervisor, waitForReady } from '@gerbang/local/supervisor';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { jakartaDate } from '../kit/families.ts';
import { WIDE_LIMITS } from '../kit/own-stack.ts';
import { until } from '../kit/until.ts';
import { call, callUntilAnswered, newParent, type Person } from './calls.ts';
import { freeInvoices } from './work.ts';
import { newUpload } from './work-steps.ts';
import type { World } from './world.ts';

const TWICE = ['gateway', 'admission', 'billing', 'notification'] as const satisfies readonly ProgramName[];
const READY_MS = 120_000;
const TRIES = 20;
/** How long the end of a session may take to the other gateway. */
const TOLD_MS = 1000;

/**
 * Starts a second gateway, admission, billing and notification, or the given programs, on the databases of a running world,
 * and on its queue or another Redis.
 */
export async function startSecond<N extends ProgramName = (typeof TWICE)[number]>(
  { stack, redis, lines }: World,
  {
    names = TWICE as readonly ProgramName[] as readonly N[],
    redisUrl = redis?.url,
  }: { readonly names?: readonly N[]; readonly redisUrl?: string | undefined } = {},
) {
  const isOwn = (port: string) => names.some((name) => port === name || port === `${name}Metrics`);
  const own = Object.entries(await choosePorts()).filter(([port]) => isOwn(port));
  const ports: Ports = { ...stack.ports, ...Object.fromEntries(own) };
  const all = programs({
    secrets: stack.secrets,
    ports,
    databases: stack.databaseUrls,
    dataDir: stack.dataDir,
    ...(redisUrl !== undefined && { redisUrl }),
    // The load of all people comes from one address, and many messages go to each of them.
    extra: WIDE_LIMITS,
  });
  const supervisor = createSupervisor({
    logDir: join(stack.logDir, 'second'),
    say: (line) => lines.push(`second ${line}`),
    gaveUp: (name) => lines.push(`second ${name} stays down`),
  });
  const url = `http://localhost:${ports.gateway}`;
  const stop = () => supervisor.stopAll([['gateway'], [...names]]);
  for (const program of all.filter(({ name }) => names.some((one) => one === name)))
    supervisor.start(program);
  const ready = (address: string) => waitForReady(`${address}/readyz`, READY_MS, () => null);
  try {
    await ready(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    names,
    ready: (name: N) => ready(`http://127.0.0.1:${ports[name]}`),
    restart: (name: string) => supervisor.restart(name),
    stop,
  };
}

/** A session made at one gateway works at the other, and its end there is its end everywhere, at once. */
export async function sessionsAtBoth(
  [first, second]: readonly [string, string],
  times: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const read = { method: 'GET', path: '/api/user' };
  for (let turn = 0; turn < times; turn += 1) {
    const parent = await newParent(turn % 2 === 0 ? first : second);
    for (const url of [first, second]) {
      const { status } = await callUntilAnswered(url, parent, read);
      if (status !== 200) wrong.push(`a session returned ${status} at the other gateway`);
    }
    const out = await callUntilAnswered(second, parent, { method: 'POST', path: '/api/logout' });
    if (out.status !== 200) wrong.push(`logout returned ${out.status}`);
    const { status } = await callUntilAnswered(second, parent, read);
    if (status !== 401) wrong.push(`after the logout a session returned ${status}`);
    // The other gateway is told with the change, so only its message is on the way.
    const isToldOff = async () => (await callUntilAnswered(first, parent, read)).status === 401;
    await until('the end at the other gateway', isToldOff, { limitMs: TOLD_MS }).catch((error: Error) =>
      wrong.push(error.message),
    );
  }
  return wrong;
}

/** The same payments verified at once through both gateways have one effect and one message each. */
export async function verifiedAtBoth(
  { stack, people, sentLog }: World,
  urls: readonly [string, string],
  times: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const free = await freeInvoices(
    stack,
    people.parents.map(({ id }) => id),
  );
  const ids: string[] = [];
  for (const parent of people.parents) {
    const invoice = free.get(parent.id)?.[0];
    if (invoice && ids.length < times) ids.push(await waitingPayment(stack.url, parent, invoice));
  }
  for (const id of ids) {
    const statuses = await verifiedAtOnce(urls, id, people.staff);
    const effects = statuses.filter((status) => status === 200).length;
    const isKnown = statuses.every((one) => one === 200 || one === 409 || one === null || one >= 502);
    if (effects > 1 || !isKnown) wrong.push(`one payment returned ${statuses.join(', ')}`);
  }
  const text = 'select 1 from invoice_ledger where payment_id = any($1)';
  const ledger = await rowsOf(ownerUrl(stack, 'billing'), text, [ids]);
  if (ledger.length !== ids.length)
    wrong.push(`${ledger.length} rows of the ledger for ${ids.length} payments`);
  const keys = ids.map((id) => `invoice_payment_verified:${id}`);
  const sent = `select id from notifications where dedupe_key = any($1) and status in ('sent', 'delivered')`;
  const rows = () => rowsOf<{ id: string }>(ownerUrl(stack, 'notification'), sent, [keys]);
  await until('The messages of the payments', async () => (await rows()).length === ids.length, {
    limitMs: 120_000,
  });
  // Both workers have had the same job: the other one would send by now.
  await sleep(500);
  await sentLog.read();
  const counts = sentLog.perRow();
  for (const { id } of await rows())
    if (counts.get(id) !== 1) wrong.push(`a message went ${counts.get(id) ?? 0} times`);
  return wrong;
}

/** Makes a payment that waits and returns its id. */
async function waitingPayment(url: string, parent: Person, invoice: string): Promise<string> {
  const file = await callUntilAnswered(url, parent, newUpload());
  const sent = await callUntilAnswered(url, parent, {
    method: 'POST',
    path: '/api/enrollment-invoice-payments',
    body: {
      enrollment_invoice_id: invoice,
      amount_paid: 1234,
      payment_date: jakartaDate(),
      payment_evidence_url: String(file.body.fileUrl),
    },
  });
  if (sent.status !== 201) throw new Error(`A payment returned ${sent.status}: ${JSON.stringify(sent.body)}`);
  return String(sent.body.id);
}

/** Verifies a payment four times at once; again where all four found a program down. Returns all statuses. */
async function verifiedAtOnce(
  urls: readonly [string, string],
  id: string,
  staff: World['people']['staff'],
): Promise<(number | null)[]> {
  const path = `/api/admin/enrollment-invoice-payments/${id}/verify`;
  const request = { method: 'PUT', path, body: { action: 'verify' } };
  const all: (number | null)[] = [];
  for (let tries = 0; tries < TRIES && !all.some((status) => status === 200 || status === 409); tries += 1) {
    const calls = [...urls, ...urls].map((url, at) =>
      call(url, at < 2 ? staff.finance : staff.admin, request),
    );
    all.push(...(await Promise.all(calls)).map(({ status }) => status));
  }
  return all;
}
