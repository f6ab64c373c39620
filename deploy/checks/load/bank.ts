import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { privateBytes } from '@gerbang/local/memory';
import { type Account, logInDemo } from '../kit/people.ts';
import { type Asked, type BankAccount, fillLines, fillTargets, statementOf } from './bank-books.ts';
import { cpuMs, highest, MB, metersOf } from './figures.ts';
import { expectOnly, load } from './load.ts';
import { verifiedRow } from './money.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';
import { inTurns, portalSide, reading } from './turns.ts';

const TARGETS = { usual: 2000, quick: 500, tiny: 20 };
const LINES = { usual: 5000, quick: 1000, tiny: 40 };
const LIST_SIZES = { usual: [10_000, 100_000], quick: [2000, 10_000], tiny: [100, 200] };
const BOOKED = { usual: 200, quick: 50, tiny: 5 };
/** A pass of the matcher begins every ten seconds. */
const PASSES_MS = { usual: 30_000, quick: 10_000, tiny: 0 };
const OTHERS = ['/api/user', '/api/registrations', '/api/parent/invoices'];
const OTHERS_PER_SECOND = 40;
const OTHERS_SECONDS = 6;
/** The generator of the other calls uses a core while it starts. */
const GENERATOR_STARTS_MS = 1000;
const LIST = '/api/admin/bank-lines';
const LISTS = [
  ['list', `${LIST}?limit=50`],
  ['list by amount', `${LIST}?limit=50&sort=-amount`],
  ['list by confidence', `${LIST}?limit=50&confidence=exact`],
  ['summary', `${LIST}/summary`],
] as const;

/** A day of finance at the bank: an import beside other calls, the matcher's passes, lists, bookings in bulk, the books. */
export async function measureBank(bench: Bench): Promise<Row[]> {
  const finance = await logInDemo(bench.client(), 'finance');
  const { accounts } = await finance.call<{ accounts: readonly [BankAccount] }>('GET', '/api/config');
  const [account] = accounts;
  const asked = await fillTargets(bench, account, sizeOf(bench, TARGETS));
  return [
    ...(await imported(bench, finance, account, asked)),
    await passes(bench),
    ...(await booked(bench, finance)),
    ...(await lists(bench, finance, account)),
    await verifiedRow(bench, 'books', 'differences in the books after an import and bookings'),
  ];
}

const billingCpu = (bench: Bench) => cpuMs(metersOf(bench.stack(), ['billing'], undefined));

/** Sends a file or a body under a key of its own. */
async function post<T>(bench: Bench, { cookie }: Account, target: string, body: object): Promise<T> {
  const isFile = Buffer.isBuffer(body);
  const response = await bench.client().send({
    method: 'POST',
    target,
    headers: {
      cookie,
      origin: bench.stack().url,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: isFile ? body : JSON.stringify(body),
  });
  if (response.status < 300) return response.json as T;
  throw new Error(`POST ${target} returned ${response.status}: ${response.body.toString().slice(0, 300)}`);
}

async function imported(
  bench: Bench,
  finance: Account,
  account: BankAccount,
  asked: readonly Asked[],
): Promise<Row[]> {
  const families = await bench.families();
  const stack = bench.stack();
  const requests = families.flatMap((family) =>
    OTHERS.map((path) => ({ method: 'GET', path, headers: { cookie: family.cookie } })),
  );
  const others = async () =>
    expectOnly(
      await load({
        url: stack.url,
        connections: 4,
        seconds: OTHERS_SECONDS,
        requests,
        perSecond: OTHERS_PER_SECOND,
      }),
      '200',
    );
  await others();
  const alone = await others();
  const lines = sizeOf(bench, LINES);
  const { text, exact } = statementOf(account, asked, lines);
  const before = privateBytes(stack.pid('billing') ?? 0);
  const cpuBefore = billingCpu(bench);
  const send = async () => {
    const began = performance.now();
    const file = { account_key: account.key, file_name: 'mutasi.csv' };
    const path = `/api/admin/bank-statements?${new URLSearchParams(file)}`;
    const { matched } = await post<{ matched: { exact: number } }>(bench, finance, path, Buffer.from(text));
    if (matched.exact !== exact) throw new Error(`${matched.exact} of ${exact} lines were exact`);
    return { ms: performance.now() - began, cpu: billingCpu(bench) - cpuBefore };
  };
  const { most, result } = await highest(
    () => privateBytes(stack.pid('billing') ?? 0),
    () => Promise.all([sleep(GENERATOR_STARTS_MS).then(send), others()]),
  );
  const [took, meanwhile] = result;
  const note = `${lines} lines, ${asked.length} open targets, ${exact} exact`;
  return [
    { what: 'bank statement imported', value: took.ms / 1000, unit: 's', wanted: { atMost: 3 }, note },
    { what: 'the same, CPU of billing and PostgreSQL', value: took.cpu / lines, unit: 'ms a line' },
    {
      what: 'the same, p97 of other calls against before',
      value: meanwhile.p97 / alone.p97,
      unit: 'x',
      of: { measured: meanwhile.p97, limit: alone.p97, unit: 'ms' },
      wanted: { atMost: 1.3 },
      note: `${OTHERS_PER_SECOND} a second`,
    },
    {
      what: 'the same, memory of billing without its statement process',
      value: (most - before) / MB,
      unit: 'MB',
      note: 'that process takes up to 60 MB and ends after a minute',
    },
  ];
}

/** What passes cost while nothing changes. */
async function passes(bench: Bench): Promise<Row> {
  const ms = sizeOf(bench, PASSES_MS);
  // The first pass after an import compares its lines.
  await sleep(ms / 2);
  const before = billingCpu(bench);
  await sleep(ms);
  return {
    what: 'billing and PostgreSQL while the matcher has nothing new, CPU',
    value: (billingCpu(bench) - before) / Math.max(1, ms / 10_000),
    unit: 'ms in 10 s',
    note: 'all that they do at rest, one pass over every undecided line among it',
  };
}

async function booked(bench: Bench, finance: Account): Promise<Row[]> {
  const count = sizeOf(bench, BOOKED);
  const found = await finance.call<{ matches: { id: string }[] }[]>(
    'GET',
    `${LIST}?confidence=exact&limit=${Math.min(200, count)}`,
  );
  const match_ids = found.flatMap(({ matches }) => matches.map(({ id }) => id)).slice(0, count);
  const before = billingCpu(bench);
  const began = performance.now();
  const answer = await post<{ booked: unknown[]; refused: unknown[] }>(
    bench,
    finance,
    '/api/admin/bank-matches/book',
    { match_ids },
  );
  const seconds = (performance.now() - began) / 1000;
  if (answer.booked.length !== match_ids.length) throw new Error(`${answer.refused.length} were refused`);
  return [
    {
      what: 'exact matches booked in one call',
      value: seconds,
      unit: 's',
      wanted: { atMost: 4 },
      note: `${match_ids.length} registration fees`,
    },
    {
      what: 'the same, CPU of billing and PostgreSQL',
      value: (billingCpu(bench) - before) / Math.max(1, match_ids.length),
      unit: 'ms each',
    },
  ];
}

/** Lists of lines as they grow. */
async function lists(bench: Bench, { cookie }: Account, account: BankAccount): Promise<Row[]> {
  const cpu = new Map<string, number[]>();
  const sizes = sizeOf(bench, LIST_SIZES);
  for (const size of sizes) {
    await fillLines(bench, account, size);
    const side = portalSide(bench, ['billing'], [cookie]);
    const ways = Object.fromEntries(
      LISTS.map(([name, path]) => [name, reading(side, [path], { seconds: 2, connections: 4 })]),
    );
    const figures = await inTurns(ways, 1);
    for (const [name] of LISTS) cpu.set(name, [...(cpu.get(name) ?? []), figures[name]?.cpu ?? Number.NaN]);
  }
  return LISTS.map(([name]) => {
    const [small = Number.NaN, large = Number.NaN] = cpu.get(name) ?? [];
    return {
      what: `bank lines, ${name}, CPU over ${sizes.join(' and ')}`,
      value: large / small,
      unit: 'x',
      of: { measured: large, limit: small, unit: 'ms' },
      wanted: { atMost: 1.25 },
    };
  });
}
