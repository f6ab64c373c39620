import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { signAtBank } from '../kit/bank.ts';
import { sendKeyed } from '../kit/client.ts';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { makePlans } from '../kit/payment-plans.ts';
import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { digits, inWords, meterOf, metersOf, watched } from './figures.ts';
import { payers, steady } from './load.ts';
import { otherReads, slower, timesBefore, timesWhile } from './meanwhile.ts';
import type { PayersResult } from './payers.ts';
import { timesOf } from './play.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { settle } from './settle.ts';
import { isTiny, sizeOf } from './settings.ts';
import { PROGRAMS } from './start.ts';
import { inTurns, portalSide, rateAgainstBare, reading, sending } from './turns.ts';

const PAYING = 0.3;
const PAYS_WITHIN_S = 15;
/** The part of all families that comes at a fifth of their pace, which leaves two cores room. */
const FEW = 0.1;
const NOTIFIED_A_SECOND = 20;
const LOOKS_A_MINUTE = 60;

/** A family with the invoices of its plan. */
interface Debtor {
  readonly family: Parent;
  readonly invoices: readonly string[];
}

/** P23: everybody's instalment is due today. */
export async function measureDueDay(bench: Bench): Promise<Row[]> {
  const crowd = await bench.crowd();
  const debtors = await withInvoices(bench, crowd);
  const alone = await costOf(bench, 'a request for a number', () => askAlone(bench, debtors));
  const seconds = sizeOf(bench, { usual: 60, quick: 10, tiny: 2 });
  // With room on the cores, what the portal itself takes; then with all of them, and none of their invoices twice.
  const few = debtors.slice(0, Math.ceil(debtors.length * FEW));
  const others = few.map(({ family, invoices }) => ({ family, invoices: invoices.slice(2) }));
  const calm = await theMinute(bench, others, isTiny() ? seconds : seconds / 2);
  await settle(bench.stack(), bench.redisPid);
  const { rows, name } = await theMinute(bench, debtors, seconds);
  await settle(bench.stack(), bench.redisPid);
  const commits = await costOf(bench, 'a notification booked', () => notifyEvenly(bench));
  const unchanged = await lookUnchanged(bench, crowd);
  const { cookie } = await logInDemo(bench.client(), 'admin');
  const read = await otherReads(bench, cookie);
  const before = await timesBefore(bench, read);
  let looked = { most: 0, open: 0 };
  const meanwhile = await timesWhile(read, async () => {
    looked = await reconcileOpen(bench);
  });
  return [
    judged('a request for a number, one at a time, the simulated bank included, p95', alone.p95, 120, 'ms'),
    ...alone.cost,
    ...calm.rows.map(({ goal: _goal, wanted: _wanted, ...row }) => row),
    ...rows,
    judged(`notification to commit at ${NOTIFIED_A_SECOND} a second, p95`, commits.p95, 150, 'ms'),
    ...commits.cost,
    unchanged,
    {
      ...judged('calls of the provider in a minute of reconciling', looked.most, LOOKS_A_MINUTE, ''),
      note: `${looked.open} open requests after ${name}`,
    },
    slower('P23', `${looked.open} open requests are reconciled`, before, meanwhile),
  ];
}

const judged = (what: string, value: number, atMost: number, unit: string): Row => ({
  goal: 'P23',
  what,
  value,
  unit,
  wanted: { atMost },
});

/** Every program; the bank is a stranger in a school's installation, and is counted apart. */
const metersWithBank = (bench: Bench) => [
  ...metersOf(bench.stack(), PROGRAMS, bench.redisPid),
  meterOf('the bank', bench.stack().pid('simulator')),
];

/** Times calls, and tells what CPU one takes of the portal with all that follows, and of the simulated bank. */
async function costOf(
  bench: Bench,
  what: string,
  work: () => Promise<readonly number[]>,
): Promise<{ p95: number; cost: Row[] }> {
  const meters = metersWithBank(bench);
  const before = meters.map(({ read }) => read());
  const times = await work();
  await settle(bench.stack(), bench.redisPid);
  const each = meters.map(({ read }, at) => (read() - (before[at] ?? 0)) / times.length);
  const bank = each.at(-1) ?? 0;
  const shares = meters.map(({ name }, at) => `${name} ${digits(each[at] ?? 0)}`);
  const value = each.reduce((sum, ms) => sum + ms, 0) - bank;
  return {
    p95: timesOf([...times]).p95,
    cost: [{ what: `${what}, CPU of the portal`, value, unit: 'ms', note: shares.join(', ') }],
  };
}

async function withInvoices(bench: Bench, crowd: readonly Parent[]): Promise<Debtor[]> {
  const billing = ownerUrl(bench.stack(), 'billing');
  const ids = crowd.map(({ id }) => id);
  await makePlans(billing, ids);
  const rows = await rowsOf<{ user_id: string; id: string }>(
    billing,
    `select r.user_id, i.id from enrollment_invoices i join registrations r on r.id = i.registration_id
     where r.user_id = any($1) and i.paid_amount = 0 order by i.id`,
    [ids],
  );
  const of = Map.groupBy(rows, (row) => row.user_id);
  return crowd.map((family) => ({ family, invoices: (of.get(family.id) ?? []).map(({ id }) => id) }));
}

/** The milliseconds of calls for a number that no other work disturbs, on invoices of their own. */
async function askAlone(bench: Bench, debtors: readonly Debtor[]): Promise<number[]> {
  const count = sizeOf(bench, { usual: 100, quick: 20, tiny: 2 });
  const times: number[] = [];
  for (const { family, invoices } of debtors.slice(0, count)) {
    const body = { kind: 'invoice', id: invoices[1], channel: 'va' };
    const from = performance.now();
    await sendKeyed(bench.client(), family, '/api/pay-requests', body);
    times.push(performance.now() - from);
  }
  return times;
}

/** All families ask within a minute, three of ten pay, and each dialog looks until it is paid. */
async function theMinute(
  bench: Bench,
  debtors: readonly Debtor[],
  seconds: number,
): Promise<{ rows: Row[]; name: string }> {
  const { url, simulatorUrl } = bench.stack();
  const asking = seconds * 0.7;
  const within = Math.min(PAYS_WITHIN_S, seconds - asking - 1) * 1000;
  const times = steady(debtors.length, asking);
  const people = debtors.map(({ family, invoices }, at) => ({
    atMs: times[at] ?? 0,
    cookie: family.cookie,
    invoice: invoices[0] ?? '',
    paysAfterMs: at % 10 < PAYING * 10 ? ((at % 7) / 7) * Math.max(within, 0) : null,
  }));
  const used = await watched(metersWithBank(bench), () =>
    payers({ url, bankUrl: simulatorUrl, people, seconds }),
  );
  const came: PayersResult = used.result;
  const paying = people.filter(({ paysAfterMs }) => paysAfterMs !== null).length;
  const name = `${people.length} families ask, ${paying} pay in ${seconds} s`;
  const { all, asks, looks, seen } = came;
  const note = `${asks.total} requests, p99 ${Math.round(asks.p99)} ms; ${looks.total} looks, p99 ${Math.round(looks.p99)} ms, ${came.unchanged} unchanged`;
  return {
    name,
    rows: [
      { ...judged(`${name}, p99 of the calls`, all.p99, 250, 'ms'), note },
      {
        what: `${name}, cores in use`,
        value: used.machine * availableParallelism(),
        unit: '',
        note: `${inWords(used.cores)}, the families themselves ${digits(came.generatorMs / 1000 / used.seconds)}`,
      },
      {
        ...judged(`${name}, notification until it is read as paid, p95`, seen.p95 / 1000, 4, 's'),
        note: `${seen.total} payments`,
      },
      {
        ...judged(`${name}, errors`, came.errors, 0, ''),
        ...(came.firstError !== null && { note: came.firstError }),
      },
    ],
  };
}

/** The milliseconds in which notifications are answered, which is after their commit, when they come evenly. */
async function notifyEvenly(bench: Bench): Promise<number[]> {
  const { url, simulatorUrl } = bench.stack();
  const count = NOTIFIED_A_SECOND * sizeOf(bench, { usual: 20, quick: 4, tiny: 1 });
  const billing = ownerUrl(bench.stack(), 'billing');
  const open = await rowsOf<{ request_no: string; va_number: string; amount: number }>(
    billing,
    `select request_no, va_number, amount::int from pay_requests where status = 'open' order by id
     limit least($1, (select count(*) / 2 from pay_requests where status = 'open'))`,
    [count],
  );
  const times: number[] = [];
  const tell = async (request: (typeof open)[number], atMs: number) => {
    await sleep(atMs);
    const raw = JSON.stringify({
      virtualAccountNo: request.va_number,
      trxId: request.request_no,
      paymentRequestId: randomUUID(),
      paidAmount: { value: `${request.amount}.00`, currency: 'IDR' },
    });
    const { path, headers } = await signAtBank(simulatorUrl, raw);
    const from = performance.now();
    const { status } = await fetch(url + path, { method: 'POST', headers, body: raw });
    times.push(performance.now() - from);
    if (status !== 200) throw new Error(`a notification was answered ${status}`);
  };
  const at = steady(open.length, open.length / NOTIFIED_A_SECOND);
  await Promise.all(open.map((request, index) => tell(request, at[index] ?? 0)));
  // One that takes longer than the provider waits is answered once it is on disk, and booked by a job.
  const { n, ...others } = await untilBooked(
    billing,
    open.map(({ request_no }) => request_no),
  );
  if (n !== open.length)
    throw new Error(`${n} of ${open.length} notifications are booked: ${JSON.stringify(others)}`);
  return times;
}

/** Looks for half a minute until all these requests are paid; what became of their notifications. */
async function untilBooked(billing: string, numbers: readonly string[]) {
  for (let tries = 1; ; tries += 1) {
    const [found] = await rowsOf<{ n: number; outcomes: string }>(
      billing,
      `select count(distinct r.id) filter (where r.status = 'paid')::int as n,
         string_agg(distinct r.status || ' ' || coalesce(w.outcome, 'waits'), ', ') as outcomes
       from pay_requests r left join pay_notifications w using (request_no) where request_no = any($1)`,
      [numbers],
    );
    if (!found || found.n >= numbers.length || tries === 60)
      return { n: found?.n ?? 0, outcomes: found?.outcomes };
    await sleep(500);
  }
}

/** The rate of looks that find nothing changed, against the bare read of a list. */
async function lookUnchanged(bench: Bench, crowd: readonly Parent[]): Promise<Row> {
  const { url, databaseUrls } = bench.stack();
  const open = await rowsOf<{ id: string; user_id: string }>(
    ownerUrl(bench.stack(), 'billing'),
    `select distinct on (user_id) id, user_id from pay_requests where status = 'open'
     and created_at < now() - interval '1 second' order by user_id, id limit 200`,
  );
  const cookieOf = new Map(crowd.map(({ id, cookie }) => [id, cookie]));
  const requests = await Promise.all(
    open.map(async ({ id, user_id }) => {
      const path = `/api/pay-requests/${id}`;
      const cookie = cookieOf.get(user_id) ?? '';
      const { headers } = await fetch(url + path, { headers: { cookie } });
      return { method: 'GET', path, headers: { cookie, 'if-none-match': headers.get('etag') ?? '' } };
    }),
  );
  const text = `select id, request_no, channel, amount, status, created_at from pay_requests
    where user_id = $1 order by created_at desc, id desc limit 20`;
  const bare = await startBare(bench, {
    userIds: open.map(({ user_id }) => user_id),
    statements: { list: { database: databaseUrls.billing, text } },
  });
  try {
    const side = portalSide(bench, ['billing'], []);
    const options = { seconds: bench.seconds, connections: 16 };
    const figures = await inTurns(
      {
        portal: sending(side, requests, { ...options, status: '304', spread: requests.length >= 16 }),
        bare: reading(bare, ['/api/list'], options),
      },
      bench.rounds,
    );
    return rateAgainstBare(
      'a look that finds nothing changed (304) against a bare list',
      figures,
      'P23',
      0.8,
    );
  } finally {
    await bare.stop();
  }
}

/** Lets the open requests end soon, so that the portal asks the provider about each; the most calls in any minute. */
async function reconcileOpen(bench: Bench): Promise<{ most: number; open: number }> {
  const billing = ownerUrl(bench.stack(), 'billing');
  const seconds = sizeOf(bench, { usual: 75, quick: 65, tiny: 1 });
  const ended = await rowsOf(
    billing,
    `update pay_requests set expires_at = now() + interval '9 minutes', version = version + 1
     where id in (select id from pay_requests where status = 'open' order by id limit 500) returning id`,
  );
  let most = 0;
  for (let second = 0; second < seconds; second += 1) {
    const [row] = await rowsOf<{ n: number }>(
      billing,
      `select count(*)::int as n from pay_requests where looked_at > now() - interval '1 minute'`,
    );
    most = Math.max(most, row?.n ?? 0);
    await sleep(1000);
  }
  if (seconds > 60 && most === 0) throw new Error('the portal did not ask the provider');
  return { most, open: ended.length };
}
