import { randomUUID } from 'node:crypto';
import { rowsOf } from '../kit/databases.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { type BankAccount, fillTargets, statementOf } from './bank-books.ts';
import { metric } from './figures.ts';
import { fillLateInvoices, fillWaiting } from './loop-rows.ts';
import { fillRegistrations } from './people.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { PROGRAMS } from './start.ts';
import { sizeOf } from './settings.ts';
import { noise } from './uploads.ts';

const SIZES = {
  usual: { registrations: 20_000, plans: 1000, waiting: 2000, targets: 2000, lines: 5000, booked: 200 },
  quick: { registrations: 5000, plans: 500, waiting: 2000, targets: 500, lines: 2000, booked: 50 },
  tiny: { registrations: 50, plans: 5, waiting: 10, targets: 10, lines: 20, booked: 3 },
};
/** The shortest of the longest turns counts: other programs of the machine only make them longer. */
const TRIES = 3;
const LAG = 'nodejs_eventloop_lag_max_seconds';
/** The watch of the event loop ticks at this pace and counts its own pause. */
const TICK_MS = 10;
const MOST_MS = 50;

/** A call whose work grows with the school; `run` does it once, after what it needs. */
interface HeavyCall {
  readonly what: string;
  readonly prepare?: () => Promise<unknown>;
  readonly run: (attempt: number) => Promise<unknown>;
}

/** Sends a request and returns its JSON; the whole response is read. */
async function sent(
  bench: Bench,
  account: Pick<Account, 'cookie'>,
  request: { method?: string; target: string; body?: object; headers?: Record<string, string> },
): Promise<unknown> {
  const { method = 'GET', target, body, headers = {} } = request;
  const isFile = Buffer.isBuffer(body);
  const response = await bench.client().send({
    method,
    target,
    headers: {
      cookie: account.cookie,
      origin: bench.stack().url,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
  });
  if (response.status < 300) return response.json;
  throw new Error(
    `${method} ${target} returned ${response.status}: ${response.body.toString().slice(0, 300)}`,
  );
}

/** The longest turn of each program while the call lasts, in milliseconds. */
async function turnsOf({ stack }: Bench, run: () => Promise<unknown>): Promise<Map<string, number>> {
  const { metricsUrls } = stack();
  // A figure is of the time since it was last read.
  await Promise.all(PROGRAMS.map((name) => metric(metricsUrls[name], LAG)));
  await run();
  const read = async (name: (typeof PROGRAMS)[number]) =>
    [name, Math.max(0, 1000 * (await metric(metricsUrls[name], LAG)) - TICK_MS)] as const;
  return new Map(await Promise.all(PROGRAMS.map(read)));
}

async function rowOf(bench: Bench, { what, prepare, run }: HeavyCall): Promise<Row> {
  const shortest = new Map<string, number>();
  for (let attempt = 0; attempt < sizeOf(bench, { usual: TRIES, quick: TRIES, tiny: 1 }); attempt += 1) {
    await prepare?.();
    for (const [name, turn] of await turnsOf(bench, () => run(attempt)))
      shortest.set(name, Math.min(turn, shortest.get(name) ?? Number.POSITIVE_INFINITY));
  }
  const [[where, value] = ['', Number.NaN], ...others] = [...shortest].toSorted(([, a], [, b]) => b - a);
  const [next, turn = 0] = others[0] ?? [];
  const note = `in ${where}; next ${next} ${turn.toFixed(0)} ms`;
  return { what: `longest turn, ${what}`, value, unit: 'ms', wanted: { atMost: MOST_MS }, note };
}

/** A call that failed hides none of the others. */
const failed = ({ what }: HeavyCall, error: unknown): Row => ({
  what: `longest turn, ${what}`,
  value: Number.NaN,
  unit: 'ms',
  note: String(error).slice(0, 200),
});

/** Everything that computes in proportion to the school: the longest turn of any program's event loop while it runs. */
export async function measureLoop(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const calls of [
    await listsAndReports(bench),
    await money(bench),
    await results(bench),
    await files(bench),
  ])
    for (const call of calls)
      rows.push(await rowOf(bench, call).catch((error: unknown) => failed(call, error)));
  return rows;
}

async function listsAndReports(bench: Bench): Promise<HeavyCall[]> {
  const { registrations, plans } = sizeOf(bench, SIZES);
  await fillRegistrations(bench, registrations);
  await fillLateInvoices(bench, plans);
  const admin = await logInDemo(bench.client(), 'admin');
  const get = (what: string, target: string): HeavyCall => ({
    what,
    run: () => sent(bench, admin, { target }),
  });
  const reports = '/api/admin/reports';
  return [
    get(`workbook of ${registrations} registrations`, '/api/admin/registrations/export'),
    get('200 registrations of the list', '/api/admin/registrations?limit=200'),
    get(`workbook of ${plans * 4} invoices`, '/api/admin/invoices/export'),
    get('ages of open invoices', '/api/admin/invoices/ageing'),
    ...['admission', 'cash', 'arrears', 'work', 'messages'].flatMap((name) => [
      get(`report ${name}`, `${reports}/${name}`),
      get(`report ${name}, workbook`, `${reports}/${name}.xlsx`),
    ]),
    get('days off of a year', '/api/admin/school/days-off?year=2031'),
    get('export of the school', '/api/admin/school/export'),
    { what: 'login', run: () => logInDemo(bench.client(), 'cs') },
  ];
}

async function money(bench: Bench): Promise<HeavyCall[]> {
  const { targets, lines, booked } = sizeOf(bench, SIZES);
  const finance = await logInDemo(bench.client(), 'finance');
  const { accounts } = await finance.call<{ accounts: readonly [BankAccount] }>('GET', '/api/config');
  const [account] = accounts;
  const asked = await fillTargets(bench, account, targets);
  const { billing } = bench.stack().databaseUrls;
  const [paper] = await rowsOf<{ registration_id: string }>(
    billing,
    `select registration_id from papers where kind = 'fee_receipt' and revoked_at is null limit 1`,
  );
  const [invoice] = await rowsOf<{ id: string }>(billing, 'select id from enrollment_invoices limit 1');
  const query = new URLSearchParams({ account_key: account.key, file_name: 'mutasi.csv' });
  return [
    {
      what: `bank statement of ${lines} lines`,
      run: (attempt) =>
        sent(bench, finance, {
          method: 'POST',
          target: `/api/admin/bank-statements?${query}`,
          body: Buffer.from(statementOf(account, asked, lines - attempt).text),
        }),
    },
    {
      what: `${booked} exact matches booked in one call`,
      run: async () => {
        const target = '/api/admin/bank-lines?confidence=exact&limit=200';
        const found = (await sent(bench, finance, { target })) as { matches: { id: string }[] }[];
        const match_ids = found.flatMap(({ matches }) => matches.map(({ id }) => id)).slice(0, booked);
        return sent(bench, finance, {
          method: 'POST',
          target: '/api/admin/bank-matches/book',
          body: { match_ids },
        });
      },
    },
    {
      what: 'receipt of a fee as PDF',
      run: () => sent(bench, finance, { target: `/api/registrations/${paper?.registration_id}/fee-receipt` }),
    },
    {
      what: 'invoice as PDF',
      run: () => sent(bench, finance, { target: `/api/enrollment-invoices/${invoice?.id}/pdf` }),
    },
  ];
}

async function results(bench: Bench): Promise<HeavyCall[]> {
  const { waiting } = sizeOf(bench, SIZES);
  const author = await logInDemo(bench.client(), 'admin');
  const head = await logInDemo(bench.client(), 'manager_pendidikan');
  const path = '/api/admin/announcements';
  const made: string[] = [];
  let some = await fillWaiting(bench, waiting);
  return [
    {
      what: `list of ${waiting} students for results`,
      run: () => sent(bench, author, { target: `${path}/students-waiting/SMP` }),
    },
    {
      what: `draft of ${waiting} results`,
      // A student of a draft is in no other one.
      prepare: async () => {
        some = await fillWaiting(bench, waiting);
      },
      run: async () => {
        const { id } = (await sent(bench, author, {
          method: 'POST',
          target: path,
          body: {
            title: 'Hasil Observasi SMP',
            content: 'Berikut hasil observasi calon siswa SMP.',
            observation_period: 'November 2026',
            jenjang: 'SMP',
            results: some.map((one, at) => ({
              child_id: one.child_id,
              registration_id: one.id,
              result: at % 10 === 0 ? 'failed' : 'passed',
              individual_note: 'Terima kasih telah mengikuti observasi.',
              checked: true,
            })),
          },
        })) as { id: string };
        made.push(id);
      },
    },
    {
      what: `draft of ${waiting} results, read`,
      run: () => sent(bench, author, { target: `${path}/${made[0]}` }),
    },
    {
      what: `publication of ${waiting} results`,
      run: async (attempt) => {
        const at = `${path}/${made[attempt]}`;
        await sent(bench, author, { method: 'PUT', target: `${at}/submit` });
        await sent(bench, head, { method: 'PUT', target: `${at}/review`, body: { status: 'approved' } });
        await sent(bench, head, { method: 'POST', target: `${at}/publish` });
      },
    },
  ];
}

async function files(bench: Bench): Promise<HeavyCall[]> {
  const [family] = await bench.families();
  if (!family) throw new Error('No family');
  const [width, height] = sizeOf(bench, { usual: [2800, 2280], quick: [2800, 2280], tiny: [400, 300] });
  const picture = await noise(width ?? 0, height ?? 0);
  const base64 = { fileData: picture.toString('base64'), fileName: 'bukti.jpg', contentType: 'image/jpeg' };
  const target = '/api/payment-evidence/upload';
  return [
    {
      what: 'proof of 5 MB',
      run: () =>
        sent(bench, family, {
          method: 'POST',
          target,
          body: picture,
          headers: { 'x-file-name': 'bukti.jpg' },
        }),
    },
    {
      what: 'proof of 5 MB as base64',
      run: () => sent(bench, family, { method: 'POST', target, body: base64 }),
    },
    {
      what: 'everything about a family',
      run: () => sent(bench, family, { target: '/api/parent/data-export' }),
    },
  ];
}
