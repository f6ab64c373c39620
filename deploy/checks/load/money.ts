import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { makePlans, STAGES } from '../kit/payment-plans.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { highest, MB } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './play.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { sizeOf } from './settings.ts';
import { CONNECTIONS, portalSide, reading } from './turns.ts';

const INVOICES = { usual: 50_000, quick: 2000, tiny: 100 };
const PAYMENTS = { usual: 3200, quick: 320, tiny: 32 };
const AMOUNT = 1000;
/** Connections of the PDF measurement. */
const FEW = 4;
const LISTS = {
  'first 50': '/api/admin/invoices?limit=50',
  'search by name': '/api/admin/invoices?limit=50&search=Contoh%20123',
  'overdue of a level': '/api/admin/invoices?limit=50&status=overdue&jenjang=SD',
  summary: '/api/admin/invoices/summary',
  ageing: '/api/admin/invoices/ageing',
};

/** Verifications beside a bare statement, the lists of invoices, PDF documents, and the memory of it all. */
export async function measureMoney(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const staff = await logInDemo(bench.client(), 'admin');
  const invoices = sizeOf(bench, INVOICES);
  const owner = ownerUrl(stack, 'billing');
  const families = Array.from({ length: Math.ceil(invoices / STAGES) }, () => randomUUID());
  await makePlans(owner, families, { firstDue: '2026-12-01', spreadDays: 300 });
  await rowsOf(owner, 'vacuum analyze');
  const billing = () => stack.memory().find(({ name }) => name === 'billing')?.bytes ?? 0;
  const before = billing();
  const { most, result } = await highest(billing, async () => [
    ...(await verified(bench, staff, owner)),
    ...(await listed(bench, staff, invoices)),
    ...(await printed(bench, staff)),
  ]);
  return [
    ...result,
    { what: 'memory of billing before', value: before / MB, unit: 'MB' },
    { what: 'memory of billing at most, PDF documents included', value: most / MB, unit: 'MB' },
  ];
}

async function verified(bench: Bench, staff: Account, owner: string): Promise<Row[]> {
  const { url, databaseUrls } = bench.stack();
  const ids = await waitingPayments(databaseUrls.billing, sizeOf(bench, PAYMENTS), staff.id);
  const headers = { cookie: staff.cookie, origin: url, 'content-type': 'application/json' };
  const requests = ids.map(
    (id): LoadRequest => ({
      method: 'PUT',
      path: `/api/admin/enrollment-invoice-payments/${id}/verify`,
      headers,
      body: JSON.stringify({ action: 'verify' }),
    }),
  );
  const amount = requests.length;
  const options = { url, connections: CONNECTIONS, seconds: 60, spread: true, amount, requests };
  const { perSecond, p99 } = expectOnly(await load(options), '200');
  const bare = await bareVerifications(owner, amount);
  const what = 'verifications on different invoices';
  return [
    {
      what: `${what}, through the gateway`,
      value: perSecond,
      unit: '/s',
      note: `${CONNECTIONS} connections`,
    },
    { what: `${what}, p99`, value: p99, unit: 'ms' },
    {
      what: `${what}, gateway against one bare statement`,
      value: perSecond / bare,
      unit: 'x',
      of: { measured: perSecond, limit: bare, unit: '/s' },
    },
  ];
}

/** Inserts payments that wait, each on an invoice of its own, and returns their ids. */
async function waitingPayments(billing: string, count: number, by: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    billing,
    `with chosen as (
       select id from enrollment_invoices where not waiting and paid_amount + $2 <= total_amount order by id limit $1
     ), made as (
       insert into enrollment_invoice_payments (id, enrollment_invoice_id, amount_paid, payment_date,
         payment_evidence_file_id, created_by_id, created_by_role)
       select gen_random_uuid(), id, $2, '2026-11-20', gen_random_uuid(), $3, 'admin' from chosen returning *
     )
     insert into invoice_payment_events (id, payment_id, version, kind, to_status, amount, file_id, actor_id, actor_role)
     select gen_random_uuid(), id, 1, 'created', 'pending', amount_paid, payment_evidence_file_id, $3, 'admin'
     from made returning payment_id as id`,
    [count, AMOUNT, by],
  );
  return rows.map(({ id }) => id);
}

/** The least a verification can be, one prepared statement that books a payment once; returns how many a second. */
async function bareVerifications(owner: string, count: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: owner, max: CONNECTIONS });
  try {
    await pool.query(`drop table if exists bare_payments;
      create table bare_payments (id int primary key, paid bigint not null, status text not null);
      insert into bare_payments select n, 0, 'pending' from generate_series(0, ${count - 1}) n; analyze bare_payments`);
    const text = `update bare_payments set paid = paid + $2, status = 'verified' where id = $1 and status = 'pending'`;
    let next = 0;
    const lane = async () => {
      while (next < count) await pool.query({ name: 'verify', text, values: [next++, AMOUNT] });
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    return count / ((performance.now() - began) / 1000);
  } finally {
    await pool.query('drop table if exists bare_payments');
    await pool.end();
  }
}

async function listed(bench: Bench, { cookie }: Account, invoices: number): Promise<Row[]> {
  const portal = portalSide(bench, ['billing'], [cookie]);
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(LISTS)) {
    const { perSecond, p50, p99 } = await reading(portal, [path], bench).run(false);
    const note = `${Math.round(perSecond)}/s, p99 ${p99} ms`;
    rows.push({ what: `invoices, ${name}, over ${invoices}, p50`, value: p50, unit: 'ms', note });
  }
  return rows;
}

async function printed(bench: Bench, { cookie }: Account): Promise<Row[]> {
  const [invoice] = await rowsOf<{ id: string }>(
    bench.stack().databaseUrls.billing,
    'select id from enrollment_invoices order by id desc limit 1',
  );
  const portal = portalSide(bench, ['billing'], [cookie]);
  const options = { seconds: bench.seconds, connections: FEW };
  const path = `/api/enrollment-invoices/${invoice?.id}/pdf`;
  const { perSecond, p99 } = await reading(portal, [path], options).run(false);
  return [
    { what: 'invoices as PDF', value: perSecond, unit: '/s', note: `${FEW} connections, one thread` },
    { what: 'invoices as PDF, p99', value: p99, unit: 'ms' },
  ];
}
