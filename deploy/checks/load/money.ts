import { randomUUID } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { bareVerifications } from './bare/money.ts';
import { highest } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './load.types.ts';
import type { Bench } from './measurement.ts';
import { fillInvoices, freeUploads, someInvoice, waitingPayments } from './money-books.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { logInAsStaff, type Session } from './staff-school.ts';

const CONNECTIONS = 16;
/** As many as work at one family's invoice, or want a paper, at a time. */
const FEW_CONNECTIONS = 4;
const MB = 1024 * 1024;
const MINUTE_SECONDS = 60;

/** Verifications beside bare statements, the list of invoices, papers, and the memory of it all. */
export async function measureMoney(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const staff = await logInAsStaff(stack);
  const invoices = isTiny() ? 100 : bench.quick ? 2000 : 50_000;
  const payments = isTiny() ? 32 : bench.quick ? 320 : 3200;
  await fillInvoices(stack, invoices);
  const bytesOf = () =>
    stack
      .memory()
      .filter(({ name }) => name === 'billing')
      .reduce((sum, { bytes }) => sum + bytes, 0);
  const before = bytesOf();
  const { most, result } = await highest(bytesOf, async () => [
    ...(await verified(stack, staff, payments)),
    ...(await onOneInvoice(stack, staff, payments / 4)),
    ...(await listed(bench, staff, invoices)),
    ...(await printed(bench, staff)),
  ]);
  return [
    ...result,
    { what: 'memory of billing before', value: before / MB, unit: 'MB' },
    { what: 'memory of billing at most, papers included', value: most / MB, unit: 'MB' },
  ];
}

function ownerUrl(stack: Stack): string {
  const owner = new URL(stack.ownerUrl);
  owner.pathname = new URL(stack.databaseUrls.billing).pathname;
  return owner.href;
}

/** So many calls, each once. */
async function each(stack: Stack, connections: number, requests: LoadRequest[], status: string) {
  const options = { url: stack.url, connections, seconds: MINUTE_SECONDS, spread: true };
  return expectOnly(await load({ ...options, amount: requests.length, requests }), status);
}

const headersOf = (stack: Stack, { cookie }: Session) => ({
  cookie,
  origin: stack.url,
  'content-type': 'application/json',
});

function beside(what: string, perSecond: number, p99: number, bare: number): Row[] {
  return [
    {
      what: `${what}, through the gateway`,
      value: perSecond,
      unit: '/s',
      note: `${CONNECTIONS} connections`,
    },
    { what: `${what}, p99`, value: p99, unit: 'ms' },
    { what: `${what}, bare guarded UPDATEs with the same commits`, value: bare, unit: '/s' },
    {
      what: `${what}, gateway against bare`,
      value: perSecond / bare,
      unit: 'x',
      of: { measured: perSecond, limit: bare, unit: '/s' },
    },
  ];
}

async function verified(stack: Stack, staff: Session, count: number): Promise<Row[]> {
  const ids = await waitingPayments(stack, count, staff.id);
  const requests = ids.map((id) => ({
    method: 'PUT',
    path: `/api/admin/enrollment-invoice-payments/${id}/verify`,
    headers: headersOf(stack, staff),
    body: JSON.stringify({ action: 'verify' }),
  }));
  const { perSecond, p99 } = await each(stack, CONNECTIONS, requests, '200');
  const options = { invoices: count, payments: count, connections: CONNECTIONS };
  return beside(
    'verifications on different invoices',
    perSecond,
    p99,
    await bareVerifications(ownerUrl(stack), options),
  );
}

/** Staff add payments of one invoice, each verified at once: every one waits for the one before. */
async function onOneInvoice(stack: Stack, staff: Session, count: number): Promise<Row[]> {
  const links = await freeUploads(stack, count, staff.id);
  const invoice = await someInvoice(stack);
  const requests = links.map((link) => ({
    method: 'POST',
    path: '/api/admin/enrollment-invoice-payments',
    headers: { ...headersOf(stack, staff), 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      enrollment_invoice_id: invoice,
      amount_paid: 1,
      payment_date: '2026-11-20',
      payment_evidence_url: link,
      auto_verify: true,
    }),
  }));
  const { perSecond, p99 } = await each(stack, FEW_CONNECTIONS, requests, '201');
  const options = { invoices: 1, payments: count, connections: FEW_CONNECTIONS };
  const bare = await bareVerifications(ownerUrl(stack), options);
  return beside('payments added and verified on one invoice', perSecond, p99, bare);
}

async function listed(bench: Bench, { cookie }: Session, invoices: number): Promise<Row[]> {
  const stack = bench.stack();
  const lists = {
    'first 50': ['/api/admin/invoices?limit=50'],
    'search by name': ['/api/admin/invoices?limit=50&search=Contoh%20123'],
    'overdue of a level': ['/api/admin/invoices?limit=50&status=overdue&jenjang=SD'],
    summary: ['/api/admin/invoices/summary'],
    ageing: ['/api/admin/invoices/ageing'],
  };
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(lists)) {
    const requests = paths.map((path) => ({ method: 'GET', path, headers: { cookie } }));
    const options = { url: stack.url, connections: CONNECTIONS, seconds: bench.seconds, requests };
    const { perSecond, p50, p99 } = expectOnly(await load(options), '200');
    rows.push({
      what: `invoices, ${name}, over ${invoices}, p50`,
      value: p50,
      unit: 'ms',
      note: `${Math.round(perSecond)}/s, p99 ${p99} ms`,
    });
  }
  return rows;
}

async function printed(bench: Bench, { cookie }: Session): Promise<Row[]> {
  const stack = bench.stack();
  const path = `/api/enrollment-invoices/${await someInvoice(stack)}/pdf`;
  const requests = [{ method: 'GET', path, headers: { cookie } }];
  const options = { url: stack.url, connections: FEW_CONNECTIONS, seconds: bench.seconds, requests };
  const { perSecond, p99 } = expectOnly(await load(options), '200');
  return [
    {
      what: 'invoices as PDF',
      value: perSecond,
      unit: '/s',
      note: `${FEW_CONNECTIONS} connections, one thread`,
    },
    { what: 'invoices as PDF, p99', value: p99, unit: 'ms' },
  ];
}
