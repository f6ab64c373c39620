import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { until } from '../kit/until.ts';
import { inputOf, verifyData } from '../kit/verify.ts';
import { LONGEST_WAIT_MS, logIn } from './calls.ts';
import type { Report, Verdict } from './fault.ts';
import { judgeRecords } from './records.ts';
import { type Load, startLoad } from './work.ts';
import type { World } from './world.ts';

const HEALTHY_MS = 30_000;
const PATIENT_MS = 150_000;
const SETTLED_MS = 240_000;
const UNKNOWN_AFTER_MS = 15_000;
const OUTBOXES = ['auth', 'admission', 'announcement', 'billing'] as const;

interface Options {
  /** How many messages may go twice: the kills inside a send. */
  readonly twiceAtMost?: number;
  readonly sessionsMayGo?: boolean;
  /** On a build server: waits longer, and judges neither times nor single calls without a response. */
  readonly patient?: boolean;
}

/** Does something to a world under load and judges the result; most faults are no more than that. */
export async function underLoad(
  world: World,
  options: Options & { readonly seed: number; readonly urls?: readonly string[] },
  work: (load: Load) => Promise<Partial<Report> & { did: string }>,
): Promise<Report> {
  const { seed, urls, ...judged } = options;
  const { stack, people } = world;
  const load = await startLoad({ stack, people, seed, pay: world.pay, ...(urls && { urls }) });
  let done: Awaited<ReturnType<typeof work>>;
  try {
    done = await work(load);
  } finally {
    await load.stop();
  }
  // Sessions that went unnoticed would disturb the next fault.
  if (judged.sessionsMayGo)
    for (const person of [...people.parents, ...Object.values(people.staff)]) await logIn(stack.url, person);
  const verdict = await judge(world, load, judged);
  return {
    did: done.did,
    wrong: [...(done.wrong ?? []), ...verdict.wrong],
    late: [...(done.late ?? []), ...(verdict.late ?? [])],
    figures: { ...done.figures, ...verdict.figures },
  };
}

/**
 * Judges a world after a fault: it is healthy within 30 s; then journal, databases and the simulator's log agree, the
 * books balance, the seats fit, no call returned 500 and none had no response.
 */
async function judge(world: World, load: Load, options: Options): Promise<Verdict> {
  const { stack, people } = world;
  const { twiceAtMost = 0, sessionsMayGo = false, patient = false } = options;
  const back = await waitForHealth(world, patient ? PATIENT_MS : HEALTHY_MS);
  const families = people.parents.map(({ id }) => id);
  const settledMs = await waitUntilSettled(world, families);
  const { entries } = load;
  const messages = await judgeMessages(world, families);
  const wrong = [...(await judgeRecords(stack, entries)), ...messages.wrong];
  if (settledMs === null) wrong.push(`not settled within ${SETTLED_MS / 1000} s`);
  for (const what of ['books', 'seats'] as const) {
    const found = await verifyData(inputOf(stack, world.redis?.url), what);
    if (found) wrong.push(`${what}: ${found}`);
  }
  const late: string[] = [];
  for (const { method, path, ms, status } of entries.filter((entry) => entry.ms > LONGEST_WAIT_MS)) {
    if (status === null && !patient) wrong.push(`${method} ${path} had no response after ${ms} ms`);
    else late.push(`${method} ${path} took ${ms} ms`);
  }
  for (const { method, path } of entries.filter(({ status }) => status === 500))
    wrong.push(`${method} ${path} returned 500`);
  if (messages.twice > twiceAtMost) wrong.push(`${messages.twice} messages went twice`);
  const lost = load.sessionsLost();
  if (lost > 0 && !sessionsMayGo) wrong.push(`${lost} calls lost their session`);
  const statuses = [...Map.groupBy(entries, ({ status }) => status ?? 'none')];
  return {
    wrong,
    late,
    figures: {
      calls: entries.length,
      responses: statuses.map(([status, all]) => `${status}×${all.length}`).join(' '),
      'longest call, ms': entries.reduce((most, { ms }) => Math.max(most, ms), 0),
      'healthy after, ms': back,
      'settled after, ms': settledMs ?? 'never',
      messages: messages.rows,
      'messages twice': messages.twice,
      ...(lost > 0 && { 'logged in again': lost }),
    },
  };
}

/** Whether every program says that it is ready and the gateway passes a call on. */
async function isHealthy({ stack, people }: World): Promise<boolean> {
  const statusOf = async (url: string, headers = {}) => {
    const asked = { headers, signal: AbortSignal.timeout(3000) };
    return (await fetch(url, asked).catch(() => null))?.status;
  };
  const urls = [stack.url, ...Object.values(stack.serviceUrls)].map((url) => `${url}/readyz`);
  const ready = await Promise.all(urls.map((url) => statusOf(url)));
  if (ready.some((status) => status !== 200)) return false;
  const status = await statusOf(`${stack.url}/api/user`, { cookie: people.staff.admin.cookie });
  return status === 200 || status === 401;
}

/** Waits until the whole portal is healthy and returns how many milliseconds that took. */
export async function waitForHealth(world: World, limitMs = HEALTHY_MS): Promise<number> {
  const began = performance.now();
  await until(
    'Health',
    () => {
      if (world.gaveUp.length > 0) throw new Error(`${world.gaveUp.join(', ')} stays down`);
      return isHealthy(world);
    },
    { limitMs },
  ).catch((error: Error) => {
    throw new Error(`${error.message}; ${world.lines.slice(-3).join(' | ')}`);
  });
  return Math.round(performance.now() - began);
}

/**
 * Waits until nothing is under way: outboxes relayed, every due message sent. A send of unknown outcome waits ten
 * minutes for its report, and a killed worker leaves a lease of a minute: the times in the rows are moved instead.
 * Returns the milliseconds, null where the time was over.
 */
async function waitUntilSettled(world: World, families: readonly string[]): Promise<number | null> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  while (passed() < SETTLED_MS) {
    await world.sentLog.read();
    if (await isSettled(world, families)) return Math.round(passed());
    if (passed() > UNKNOWN_AFTER_MS) {
      await rowsOf(
        ownerUrl(world.stack, 'notification'),
        `update notifications set next_attempt_at = now() - interval '11 minutes',
           renumbered_at = renumbered_at - interval '11 minutes',
           lease_until = case when lease_until < now() + interval '45 s' then '-infinity' else lease_until end
         where status in ('pending', 'retry') and greatest(next_attempt_at, lease_until) > now() + interval '5 s'`,
      );
    }
    await sleep(300);
  }
  return null;
}

async function isSettled({ stack, since }: World, families: readonly string[]): Promise<boolean> {
  for (const database of OUTBOXES) {
    const text = 'select 1 from outbox_events where relayed_at is null limit 1';
    if ((await rowsOf(ownerUrl(stack, database), text)).length > 0) return false;
  }
  const waiting = 'select 1 from pay_notifications where outcome is null limit 1';
  if ((await rowsOf(ownerUrl(stack, 'billing'), waiting)).length > 0) return false;
  const rows = await messageRows(stack, since);
  if (rows.some(({ status }) => status === 'pending' || status === 'retry')) return false;
  const known = new Set(rows.map((row) => row.dedupe_key));
  return (await dueMessages(stack, families)).every((key) => known.has(key));
}

/** The dedupe keys of all messages that are due for what these families and their staff did. */
async function dueMessages(stack: Stack, families: readonly string[]): Promise<string[]> {
  const admission = await rowsOf<{ key: string }>(
    ownerUrl(stack, 'admission'),
    `with ours as (
       select r.id from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
       where p.user_id = any($1)
     )
     select 'registration_received:' || id as key from ours
     union all select case to_status when 'paid' then 'fee_proof_received:' else 'fee_verified:' end || e.id
       from registration_payment_events e join ours on ours.id = e.registration_id
       where to_status in ('paid', 'verified') and from_status <> to_status
     union all select 'stage_changed:' || s.id from registration_stages s join ours on ours.id = s.registration_id
       where s.note is not null`,
    [families],
  );
  const billing = await rowsOf<{ key: string }>(
    ownerUrl(stack, 'billing'),
    `select 'invoice_payment_' || p.verification_status || ':' || p.id as key
     from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
     join registrations r on r.id = i.registration_id
     where r.user_id = any($1) and p.verification_status in ('verified', 'rejected')`,
    [families],
  );
  return [...admission, ...billing].map(({ key }) => key);
}

const KINDS = [
  'registration_received',
  'fee_proof_received',
  'fee_verified',
  'stage_changed',
  'invoice_payment',
];

/** The least id of an event of this moment or later: faults move the times in the rows. */
function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** The worker's rows about what families and staff did since the world was opened. */
function messageRows(stack: Stack, since: Date) {
  return rowsOf<{
    id: string;
    dedupe_key: string;
    status: string;
    reason: string | null;
    unknowns: number;
    is_filed: boolean;
  }>(
    ownerUrl(stack, 'notification'),
    `select id, dedupe_key, status, reason, unknowns,
       exists (select from inbox where inbox.id = notifications.id) as is_filed
     from notifications where dedupe_key ~ $1 and id >= $2`,
    [`^(${KINDS.join('|')})`, firstIdOf(since)],
  );
}

async function judgeMessages({ stack, since, sentLog: log }: World, families: readonly string[]) {
  const due = await dueMessages(stack, families);
  const rows = await messageRows(stack, since);
  await log.read();
  const sent = log.perRow();
  const known = new Set(rows.map((row) => row.dedupe_key));
  const wrong = due.filter((key) => !known.has(key)).map((key) => `message ${key} was never requested`);
  const lost = rows.filter(({ is_filed }) => !is_filed);
  wrong.push(...lost.map(({ dedupe_key }) => `message ${dedupe_key} is in no inbox`));
  let twice = 0;
  for (const { id, dedupe_key, status, reason, unknowns } of rows) {
    const times = sent.get(id) ?? 0;
    if (status !== 'sent' && status !== 'delivered')
      wrong.push(`message ${dedupe_key} is ${status} (${reason})`);
    if (times === 0) wrong.push(`message ${dedupe_key} reached neither provider`);
    if (times > 1) twice += times - 1;
    if (times > 1 && unknowns === 0)
      wrong.push(`message ${dedupe_key} went ${times} times without an unknown outcome`);
  }
  return { wrong, rows: rows.length, twice };
}
