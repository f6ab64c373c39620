import { setTimeout as sleep } from 'node:timers/promises';
import { callAs } from '../kit/client.ts';
import { ownerUrl, rowsOf, withClient } from '../kit/databases.ts';
import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { median } from './figures.ts';
import { expectOnly, load } from './load.ts';
import { verifiedRow } from './money.ts';
import { LOOK_MS, untilCount } from './people.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { isTiny, sizeOf } from './settings.ts';
import { inTurns, portalSide, type Side, type Way } from './turns.ts';

/** Checks of a code in a round: a local portal takes 2,000 a minute of an address, and a turn beside strangers is repeated. */
const CHECKS = { usual: 200, quick: 200, tiny: 4 };
const PDFS = { usual: 30, quick: 5, tiny: 1 };
const OLD_FEES = { usual: 2000, quick: 400, tiny: 0 };
/** 10,000 receipts in two minutes. */
const MS_A_RECEIPT = 12;
const MOST_PAPERS = 20;
const CODES = `select code, registration_id from papers where kind = 'fee_receipt' and revoked_at is null limit ${MOST_PAPERS}`;
const COUNT = `select count(*)::int as n from papers where kind = 'fee_receipt'`;

interface Paper {
  readonly code: string;
  readonly registration_id: string;
}

/** Papers: the public check of a code, a receipt as PDF, and the receipts of fees from before there were any. */
export async function measurePapers(bench: Bench): Promise<Row[]> {
  const papers = await rowsOf<Paper>(bench.stack().databaseUrls.billing, CODES);
  if (papers.length === 0) throw new Error('No receipt of a fee');
  return [
    ...(await checked(bench, papers)),
    await printed(bench, papers),
    ...(await oldFees(bench)),
    await verifiedRow(bench, 'books', 'differences in the books after receipts of old fees'),
  ];
}

async function checked(bench: Bench, papers: readonly Paper[]): Promise<Row[]> {
  const { databaseUrls } = bench.stack();
  const text = 'select id, kind, number, facts, issued_on, revoked_at from papers where code = $1';
  const families = await bench.families();
  const bare = await startBare(bench, {
    userIds: families.map(({ id }) => id),
    statements: { paper: { database: databaseUrls.billing, text } },
  });
  const way = ({ url, meters }: Pick<Side, 'url' | 'meters'>, pathOf: (code: string) => string): Way => ({
    meters,
    run: async () => {
      const requests = papers.map(({ code }) => ({
        method: 'GET',
        path: pathOf(code),
        headers: { cookie: bare.cookies[0] ?? '' },
      }));
      return expectOnly(
        await load({ url, connections: 4, seconds: 30, amount: sizeOf(bench, CHECKS), requests }),
        '200',
      );
    },
  });
  try {
    const figures = await inTurns(
      {
        portal: way(portalSide(bench, ['billing'], []), (code) => `/api/papers/${code}`),
        bare: way(bare, (code) => `/api/paper?value=${code}`),
      },
      bench.rounds,
    );
    return [
      {
        what: 'check of a paper, CPU against a bare read of one row',
        value: figures.portal.cpu / figures.bare.cpu,
        unit: 'x',
        of: { measured: figures.portal.cpu, limit: figures.bare.cpu, unit: 'ms' },
        wanted: { atMost: 1.5 },
      },
    ];
  } finally {
    await bare.stop();
  }
}

async function printed(bench: Bench, papers: readonly Paper[]): Promise<Row> {
  const { cookie } = await logInDemo(bench.client(), 'finance');
  const times: number[] = [];
  // The first one starts the process that makes them.
  for (let at = -1; at < sizeOf(bench, PDFS); at += 1) {
    const { registration_id: id = '' } = papers[Math.max(0, at) % papers.length] ?? {};
    const began = performance.now();
    const { status } = await bench
      .client()
      .send({ method: 'GET', target: `/api/registrations/${id}/fee-receipt`, headers: { cookie } });
    if (status !== 200) throw new Error(`The receipt returned ${status}`);
    if (at >= 0) times.push(performance.now() - began);
  }
  return { what: 'receipt of a fee as PDF, p50', value: median(times), unit: 'ms', note: 'with its QR code' };
}

/** Fees that were verified before there were papers: how quickly they get receipts, and other calls meanwhile. */
async function oldFees(bench: Bench): Promise<Row[]> {
  const count = sizeOf(bench, OLD_FEES);
  // The work begins a minute after the service.
  if (isTiny()) return [];
  const stack = bench.stack();
  const { billing } = stack.databaseUrls;
  const [before] = await rowsOf<{ n: number }>(billing, COUNT);
  const families = await bench.families();
  const requests = families.map(({ cookie }) => ({
    method: 'GET',
    path: '/api/parent/invoices',
    headers: { cookie },
  }));
  const others = async () =>
    expectOnly(await load({ url: stack.url, connections: 4, seconds: 15, requests, perSecond: 40 }), '200');
  await withClient(ownerUrl(stack, 'billing'), (client) => client.query(FEES, [count]));
  await stack.restart('billing');
  await callAs(bench.client(), families[0]?.cookie)('GET', '/api/parent/invoices');
  await others();
  const alone = await others();
  const reach = (more: number) => untilCount(billing, COUNT, [], (before?.n ?? 0) + more);
  await reach(1);
  const began = performance.now();
  const meanwhile = others();
  await reach(count);
  const took = performance.now() - began;
  const { p97 } = await meanwhile;
  await sleep(LOOK_MS);
  return [
    {
      what: 'receipts of old fees',
      value: took / count,
      unit: 'ms each',
      wanted: { atMost: MS_A_RECEIPT },
      note: `${count} at an even pace, so that other calls have their turn`,
    },
    {
      what: 'the same, p97 of other calls against before',
      value: p97 / alone.p97,
      unit: 'x',
      of: { measured: p97, limit: alone.p97, unit: 'ms' },
      wanted: { atMost: 1.1 },
    },
  ];
}

const FEES = `insert into registrations (id, version, deleted, user_id, parent_id, child_id, child_name, child_nick_name,
    child_gender, father_name, mother_name, father_phone, contact_phone, login_phone, registration_number, jenjang,
    kelas, academic_year, current_stage, payment_status, payment_amount, payment_verified_at)
  select gen_random_uuid(), 1, false, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Anak ' || n, 'Anak',
    'female', 'Budi', 'Rina', '+6281200001111', '+6281234567890', '+6281234567890', 'LAMA-' || lpad(n::text, 6, '0'),
    'SD', '1', '2025/2026', 'registered', 'verified', 350000, timestamptz '2025-06-01' + n * interval '1 minute'
  from generate_series(1, $1::int) n`;
