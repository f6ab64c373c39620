import { runs } from '@gerbang/domain/testing/runs';
import { listStaffConfirmations } from '@gerbang/contracts/enrollment-confirmations';
import {
  listOwnInvoices,
  summarizeInvoices,
  type Invoice,
  type InvoiceSummary,
} from '@gerbang/contracts/invoices';
import { addInvoicePayment, editInvoicePayment, payInvoice } from '@gerbang/contracts/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { billed, finance, payInBooks } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { check, invoiceNow, invoiceOf, paymentForm, sent } from './payment-calls.ts';
import { setSchool } from './payment-expectations.ts';

interface Bill {
  readonly family: Caller;
  readonly invoice: Invoice;
}

/** This many invoices of installment plans: half, a quarter and so on of 20 million. */
async function bills({ door }: World, count: number): Promise<Bill[]> {
  const all: Bill[] = [];
  while (all.length < count) {
    const { family, invoices } = await billed(door, { payment_scheme: 'installment' });
    all.push(...invoices.map((invoice) => ({ family, invoice })));
  }
  return all.slice(0, count);
}

const part = ({ total_amount }: Invoice, percent: number) => Math.floor((total_amount * percent) / 100);

/** In groups, so that calls wait for each other's locks and not for a connection. */
async function inGroups<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += size) {
    results.push(...(await Promise.all(items.slice(from, from + size).map(work))));
  }
  return results;
}

const countOf = (answers: readonly { statusCode: number }[], status: number) =>
  answers.filter((one) => one.statusCode === status).length;

describe('payments that race', () => {
  let world: World;
  let staff: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    staff = await finance(world.door);
  });
  afterAll(async () => {
    expect(await verifyBooks(world.door.database)).toEqual([]);
    await world.close();
  });

  test('when a payment of 70 % is verified four times beside staff that add 70 % twice, then 70 % is paid', async () => {
    const { door, admission } = world;
    const rows = await bills(world, 12);
    const answers = await inGroups(rows, 5, async ({ family, invoice }) => {
      const amount_paid = part(invoice, 70);
      const payment = await sent(world, family, invoice, { amount_paid });
      const add = () =>
        door.call(addInvoicePayment, staff, {
          body: paymentForm(admission, staff, invoice, { amount_paid }),
        });
      const [checked, added] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => check(world, staff, payment.id))),
        Promise.all([add(), add()]),
      ]);
      return { checked, added, paid: (await invoiceNow(door, family, invoice.id)).amount_paid, amount_paid };
    });
    for (const { checked, added, paid, amount_paid } of answers) {
      expect([countOf(checked, 200), countOf(checked, 409)]).toEqual([1, 3]);
      for (const one of added) expect([409, 422]).toContain(one.statusCode);
      expect(paid).toBe(amount_paid);
    }
  });

  test('when a payment is verified and rejected at once, then exactly one of them happens', async () => {
    const { door } = world;
    const rows = await bills(world, 20);
    await inGroups(rows, 5, async ({ family, invoice }) => {
      const payment = await sent(world, family, invoice, { amount_paid: 1000 });
      const answers = await Promise.all([
        check(world, staff, payment.id),
        check(world, staff, payment.id, { action: 'reject', rejection_reason: 'Buram' }),
        check(world, staff, payment.id),
      ]);
      expect(countOf(answers, 200)).toBe(1);
      expect(countOf(answers, 409)).toBe(2);
      const done = answers.find((one) => one.statusCode === 200)!.json();
      const { amount_paid } = await invoiceNow(door, family, invoice.id);
      expect(amount_paid).toBe(done.verification_status === 'verified' ? 1000 : 0);
    });
  });

  test('when a payment is edited and verified at once, then the old amount is verified or the new one', async () => {
    const { door } = world;
    const rows = await bills(world, 20);
    const outcomes = await inGroups(rows, 5, async ({ family, invoice }) => {
      const payment = await sent(world, family, invoice, { amount_paid: 1000 });
      const [edited, verified] = await Promise.all([
        door.call(editInvoicePayment, staff, {
          params: { paymentId: payment.id },
          body: { amount_paid: 2000 },
        }),
        check(world, staff, payment.id),
      ]);
      expect(verified.statusCode).toBe(200);
      const { amount_paid } = await invoiceNow(door, family, invoice.id);
      expect([edited.statusCode, amount_paid]).toEqual(edited.statusCode === 200 ? [200, 2000] : [409, 1000]);
      return edited.statusCode;
    });
    expect(outcomes).toHaveLength(20);
  });

  test('when a proof is to be deleted while staff verify, then there is no such call, and the proof stays', async () => {
    const { door } = world;
    const rows = await bills(world, 4);
    await inGroups(rows, 4, async ({ family, invoice }) => {
      const payment = await sent(world, family, invoice, { amount_paid: 1000 });
      const remove = (url: string) =>
        door.app.inject({ method: 'DELETE', url, headers: door.headers(family) });
      const [verified, ...removed] = await Promise.all([
        check(world, staff, payment.id),
        remove(`/api/enrollment-invoice-payments/${payment.id}`),
        remove(String(payment.payment_evidence_url)),
      ]);
      expect(verified.statusCode).toBe(200);
      for (const one of removed) expect([404, 405]).toContain(one.statusCode);
      expect(verified.json().payment_evidence_url).toBe(payment.payment_evidence_url);
    });
    const { rows: proofless } = await door.db.raw(
      'select id from enrollment_invoice_payments where payment_evidence_file_id is null',
    );
    expect(proofless).toEqual([]);
    const update = door.db('enrollment_invoice_payments').update({ payment_evidence_file_id: null });
    await expect(update).rejects.toThrow(/payment_evidence_file_id|not allowed/u);
  });

  test('when many invoices are verified at once, then the numbers of the receipts run without gaps', async () => {
    const rows = await bills(world, 24);
    const payments = await inGroups(rows, 6, ({ family, invoice }) =>
      sent(world, family, invoice, { amount_paid: invoice.total_amount }),
    );
    const refused = await invoiceOf(world);
    const waiting = await sent(world, refused.family, refused.invoice);
    const [numbers] = await Promise.all([
      inGroups(
        payments,
        12,
        async (one) => (await check(world, staff, one.id)).json().receipt_number as string,
      ),
      check(world, staff, waiting.id, { action: 'reject', rejection_reason: 'Buram' }),
    ]);
    const given = numbers.map((one) => Number(one.slice(-6))).sort((a, b) => a - b);
    expect(given).toEqual(given.map((_one, index) => given[0]! + index));
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });

  test('when the four invoices of a plan are paid off at once, then the re-enrolment is completed once', async () => {
    const { door } = world;
    const made = await billed(door, { payment_scheme: 'installment' });
    const payments = await Promise.all(
      made.invoices.map((one) => sent(world, made.family, one, { amount_paid: one.total_amount })),
    );
    const from = door.published.length;
    const answers = await Promise.all(payments.map((one) => check(world, staff, one.id)));
    expect(countOf(answers, 200)).toBe(4);
    const told = door.published.slice(from).filter((one) => one.payload.kind === 'enrollment_completed');
    expect(told).toHaveLength(1);
    const row = await door.db('enrollment_confirmations').where({ id: made.confirmation.id }).first();
    expect(row.status).toBe('completed');
  });

  test('when sums are read while payments are verified, then each is of one moment', async () => {
    const { door } = world;
    const rows = await bills(world, 16);
    const payments = await inGroups(rows, 8, ({ family, invoice }) =>
      sent(world, family, invoice, { amount_paid: invoice.total_amount }),
    );
    let verifying = true;
    const reading = (async () => {
      const seen: InvoiceSummary[] = [];
      while (verifying) {
        seen.push((await door.call(summarizeInvoices, staff)).json());
        const list = (await door.call(listStaffConfirmations, staff, { query: 'limit=200' })).json() as {
          payment_summary: { total_amount: number; amount_paid: number; outstanding_balance: number } | null;
        }[];
        for (const { payment_summary: sums } of list) {
          if (sums) expect(sums.amount_paid + sums.outstanding_balance).toBe(sums.total_amount);
        }
      }
      return seen;
    })();
    await inGroups(payments, 4, (one) => check(world, staff, one.id));
    verifying = false;
    const seen = await reading;
    const total = seen[0]!.total_amount;
    for (const one of seen) {
      expect([one.total_amount, one.amount_paid + one.outstanding]).toEqual([total, total]);
      expect(Object.values(one.status).reduce((sum, n) => sum + n, 0)).toBe(one.total);
    }
    const last: InvoiceSummary = (await door.call(summarizeInvoices, staff)).json();
    const [ledger] = await door.db('invoice_ledger').sum('amount as sum');
    expect(last.amount_paid).toBe(Number(ledger?.sum));
    for (const { family } of rows.slice(0, 4)) {
      const own: Invoice[] = (await door.call(listOwnInvoices, family)).json();
      const [booked] = await door
        .db('invoice_ledger')
        .whereIn(
          'enrollment_invoice_id',
          own.map((one) => one.id),
        )
        .sum('amount as sum');
      expect(own.reduce((all, one) => all + one.amount_paid, 0)).toBe(Number(booked?.sum));
    }
  });

  test('when staff and families do everything at once, then no 5xx, and the books balance', async () => {
    const { door, admission } = world;
    const rows = await bills(world, 24);
    const team = [staff, await door.caller('admin'), await door.caller('it')];
    // A sequence that is the same in every run; what it meets is not.
    let seed = 20_261_121;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const step = async (): Promise<number> => {
      const { family, invoice } = rows[next(rows.length)]!;
      const by = team[next(team.length)]!;
      const amount_paid = 1 + next(invoice.total_amount);
      const what = next(6);
      if (what === 0) {
        const body = paymentForm(admission, family, invoice, { amount_paid });
        return (await door.call(payInvoice, family, { body })).statusCode;
      }
      if (what === 1) {
        const body = paymentForm(admission, by, invoice, { amount_paid, auto_verify: next(2) === 0 });
        return (await door.call(addInvoicePayment, by, { body })).statusCode;
      }
      const found = await door
        .db('enrollment_invoice_payments')
        .where({ enrollment_invoice_id: invoice.id })
        .orderBy('id', 'desc')
        .first('id');
      if (!found) return 404;
      if (what === 2) {
        const body = { amount_paid };
        return (await door.call(editInvoicePayment, by, { params: { paymentId: found.id }, body }))
          .statusCode;
      }
      const body = what === 3 ? { action: 'reject', rejection_reason: 'Buram' } : { action: 'verify' };
      return (await check(world, by, found.id, body)).statusCode;
    };
    const turns = runs(50, { plain: 20 });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const own: number[] = [];
        for (let turn = 0; turn < turns; turn += 1) own.push(await step());
        return own;
      }),
    );
    const kinds = new Set(statuses.flat());
    for (const status of kinds) expect([200, 201, 404, 409, 422]).toContain(status);
    expect(kinds.has(200) && kinds.has(201)).toBe(true);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when forty record the same cash without a slip, then it is booked once', async () => {
    const { door } = world;
    const { family, invoice } = await invoiceOf(world, 1_000_000);
    await setSchool(door, { cash_proof: 'optional' });
    const body = {
      enrollment_invoice_id: invoice.id,
      amount_paid: invoice.remaining,
      payment_date: jakartaDay(new Date()),
      payment_method: 'cash',
      admin_notes: 'Diterima dari ibunya di loket',
    };
    const answers = await inGroups([...Array(40).keys()], 40, () =>
      door.call(addInvoicePayment, staff, { body }),
    );
    await setSchool(door, {});
    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([1, 39]);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ amount_paid: 1_000_000 });
  });
});

describe('two waiting payments of one invoice, which no call can make', () => {
  let world: World;
  beforeAll(async () => {
    world = await openPatientPayments();
    await world.door.db.raw('drop index enrollment_invoice_payments_one_pending');
  });
  afterAll(() => world.close());

  test('when each is 70 % and verified four times at once, then exactly one is, and the invoice is not overpaid', async () => {
    const { door } = world;
    const staff = await finance(door);
    const rows = await bills(world, 100);
    await inGroups(rows, 4, async ({ invoice }) => {
      const amount = part(invoice, 70);
      const ids = [
        await payInBooks(door, invoice, amount, 'pending'),
        await payInBooks(door, invoice, amount, 'pending'),
      ];
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_all, index) => check(world, staff, ids[index % 2]!)),
      );
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 7]);
    });
    const wrong = (await verifyBooks(door.database)).filter((one) => !one.rule.startsWith('I7'));
    expect(wrong).toEqual([]);
  });
});
