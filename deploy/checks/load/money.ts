import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../kit/client.ts';
import {
  confirmEnrollment,
  decideInvoicePayment,
  makeScheme,
  ownInvoices,
  payInvoice,
} from '../kit/enrollments.ts';
import { type Accepted, acceptedFamily } from '../kit/families.ts';
import { logInDemo } from '../kit/people.ts';
import { verifyData } from '../kit/verify.ts';
import { median } from './figures.ts';
import { environmentOf } from './people.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const FAMILIES = { usual: 20, quick: 4, tiny: 1 };
const STAFF = { usual: 5, quick: 2, tiny: 1 };
const SECONDS = { usual: 60, quick: 10, tiny: 1 };
/** Families pay in so many parts that the invoices last for the whole time. */
const PART = 1000;
const IDLE_MS = 20;

interface Times {
  readonly paid: number[];
  readonly decided: number[];
  /** Refusals because another person was faster. */
  conflicts: number;
}

/** Families pay their invoices in parts while several of finance decide the same payments; the books must balance. */
export async function measureMoney(bench: Bench): Promise<Row[]> {
  const client = bench.client();
  const admin = (await logInDemo(client, 'admin')).call;
  const manager = (await logInDemo(client, 'manager_pendidikan')).call;
  const families = await Promise.all(
    Array.from({ length: sizeOf(bench, FAMILIES) }, () => withInvoices(bench, { admin, manager })),
  );
  const times: Times = { paid: [], decided: [], conflicts: 0 };
  const end = performance.now() + 1000 * sizeOf(bench, SECONDS);
  const staff = Array.from({ length: sizeOf(bench, STAFF) }, () => decideAll(admin, families, times, end));
  await Promise.all([...families.map((family) => payAll(family.parent.call, times, end)), ...staff]);
  const note = `${families.length} families, ${staff.length} of finance`;
  return [
    {
      what: 'invoice payments sent, p50',
      value: median(times.paid),
      unit: 'ms',
      note: `${times.paid.length}; ${note}`,
    },
    {
      what: 'invoice payments decided, p50',
      value: median(times.decided),
      unit: 'ms',
      note: `${times.decided.length}, ${times.conflicts} conflicts`,
    },
    await verifiedRow(bench, 'books', 'differences in the books after paying and deciding at once'),
  ];
}

/** Whether the books balance, or the seats fit, now. */
export async function verifiedRow(bench: Bench, of: 'books' | 'seats', what: string): Promise<Row> {
  const found = await verifyData(environmentOf(bench), of);
  return {
    what,
    value: found === null ? 0 : 1,
    unit: '',
    wanted: { atMost: 0 },
    ...(found !== null && { note: found.split('\n')[0] ?? '' }),
  };
}

async function withInvoices(bench: Bench, staff: { admin: Call; manager: Call }): Promise<Accepted> {
  const family = await acceptedFamily(bench.client(), staff);
  const confirmation = await confirmEnrollment(family.parent.call, family);
  await makeScheme(staff.admin, family, confirmation);
  return family;
}

async function payAll(family: Call, times: Times, end: number): Promise<void> {
  while (performance.now() < end) {
    const invoice = (await ownInvoices(family)).find((one) => one.payable);
    if (!invoice) {
      await sleep(IDLE_MS);
      continue;
    }
    const began = performance.now();
    await payInvoice(family, invoice.id, PART);
    times.paid.push(performance.now() - began);
  }
}

/** Several do this side by side, so that two often decide the same payment; only one may succeed. */
async function decideAll(
  finance: Call,
  families: readonly Accepted[],
  times: Times,
  end: number,
): Promise<void> {
  for (let at = 0; performance.now() < end; at += 1) {
    const family = families[at % families.length];
    const waiting = (await ownInvoices(family?.parent.call as Call)).find(
      (one) => !one.payable && one.remaining > 0,
    );
    if (!waiting) {
      await sleep(IDLE_MS);
      continue;
    }
    const began = performance.now();
    try {
      await decideInvoicePayment(finance, waiting.id, { action: 'verify' });
      times.decided.push(performance.now() - began);
    } catch (error) {
      if (!/409|No payment waits/u.test((error as Error).message)) throw error;
      times.conflicts += 1;
    }
  }
}
