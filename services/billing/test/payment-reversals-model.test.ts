import { expectEachWay, minutesForAll, runs } from '@gerbang/domain/testing/runs';
import type { Invoice } from '@gerbang/contracts/invoices';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { assign, lineOf, match } from './bank-bookings.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, invoiceOf, paymentForm } from './payment-calls.ts';
import { release, reverse } from './payment-reversals.ts';
import { revise } from './scheme-revisions.ts';

minutesForAll(15);

const TOTAL = 1000;
const step = fc.record({
  what: fc.constantFrom(
    'slip',
    'line',
    'line',
    'reverse',
    'reverse',
    'release',
    'assign',
    'assign',
    'revise',
    'revise',
  ),
  cause: fc.constantFrom('wrong_target', 'wrong_amount', 'bounced', 'duplicate', 'other'),
  amount: fc.integer({ min: 1, max: TOTAL }),
  which: fc.nat(9),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What pays an invoice, where its money is from, and where it goes when it is taken back. */
interface Paid {
  readonly id: string;
  readonly invoice: number;
  readonly amount: number;
  readonly line: string | null;
  /** The receipt that it was assigned from. */
  readonly receipt: string | null;
}

describe('money that is booked, taken back and booked elsewhere, in any order', () => {
  let world: World;
  let staff: Caller;
  beforeAll(async () => {
    world = await openPayments();
  });
  beforeEach(async () => {
    staff = await world.door.caller('finance', 'Fina Keuangan');
  });
  afterAll(() => world.close());

  /** Two sisters with an invoice each, and a model of what pays them. */
  class Run {
    paid: Paid[] = [];
    lines: { id: string; amount: number }[] = [];
    /** Every invoice that stood in a place, those that were taken back too. */
    readonly all: { readonly at: number; readonly id: string }[];
    readonly totals = [TOTAL, TOTAL];
    readonly invoices: Invoice[];
    readonly family: Caller;
    constructor(family: Caller, invoices: Invoice[]) {
      this.family = family;
      this.invoices = invoices;
      this.all = invoices.map(({ id }, at) => ({ at, id }));
    }

    owed = (invoice: number) => this.totals[invoice]! - this.sum(invoice);

    sum = (invoice: number) =>
      this.paid.reduce((all, one) => (one.invoice === invoice ? all + one.amount : all), 0);

    newest = async (invoice: number, more: object = {}): Promise<{ id: string }> =>
      world.door
        .db('enrollment_invoice_payments')
        .where({ enrollment_invoice_id: this.invoices[invoice]!.id, ...more })
        .orderBy('id', 'desc')
        .first('id');

    async take({ what, cause, amount, which }: Step): Promise<string | null> {
      const { door, admission } = world;
      const at = which % 2;
      const invoice = this.invoices[at]!;
      const fits = amount <= this.owed(at);
      const target = { kind: 'invoice', id: invoice.id, amount } as const;
      if (what === 'slip') {
        const body = paymentForm(admission, this.family, invoice, { amount_paid: amount });
        const sent = await door.call('E09', this.family, { body });
        expect(sent.statusCode === 201).toBe(fits);
        if (!fits) return null;
        expect((await check(world, staff, sent.json().id)).statusCode).toBe(200);
        this.paid.push({ id: sent.json().id, invoice: at, amount, line: null, receipt: null });
      }
      if (what === 'line') {
        const open = this.lines.find(({ id }) => this.paid.every((one) => one.line !== id));
        const line = open ?? { id: await lineOf(door, amount), amount };
        if (!open) this.lines.push(line);
        if (line.amount > this.owed(at)) return null;
        const booked = await match(door, staff, line.id, [{ ...target, amount: line.amount }]);
        expect(booked.statusCode).toBe(200);
        const { id } = await this.newest(at, { bank_line_id: line.id, verification_status: 'verified' });
        this.paid.push({ id, invoice: at, amount: line.amount, line: line.id, receipt: null });
      }
      if (what === 'reverse') {
        const one = this.paid[which % Math.max(1, this.paid.length)];
        if (!one) return null;
        expect((await reverse(door, staff, one.id, cause)).statusCode).toBe(200);
        this.paid = this.paid.filter(({ id }) => id !== one.id);
      }
      if (what === 'release') {
        const line = this.lines[which % Math.max(1, this.lines.length)];
        if (!line) return null;
        const isBooked = this.paid.some((one) => one.line === line.id);
        expect((await release(door, staff, line.id)).statusCode).toBe(isBooked ? 200 : 409);
        this.paid = this.paid.filter((one) => one.line !== line.id);
        if (!isBooked) return null;
      }
      if (what === 'assign') {
        const receipt = await door
          .db('unapplied_receipts as u')
          .join('enrollment_invoice_payments as p', 'p.id', 'u.reversed_payment_id')
          .whereIn(
            'p.enrollment_invoice_id',
            this.all.map(({ id }) => id),
          )
          .where('u.status', 'open')
          .orderBy('u.id')
          .first('u.id', 'u.amount');
        const part = receipt && Math.min(receipt.amount, amount);
        if (!receipt || part > this.owed(at)) return null;
        expect((await assign(door, staff, receipt.id, { ...target, amount: part })).statusCode).toBe(200);
        const { assigned_payment_id: id } = await door
          .db('unapplied_receipts')
          .where({ id: receipt.id })
          .first();
        this.paid.push({ id, invoice: at, amount: part, line: null, receipt: receipt.id });
      }
      if (what === 'revise') await this.revise(at, Math.max(amount, this.sum(at)));
      return what;
    }

    /** An invoice with money keeps its number and gets the amount; one without is taken back, and another follows. */
    async revise(at: number, amount: number): Promise<void> {
      const { db } = world.door;
      const { id, enrollment_payment_scheme_id: scheme } = await db('enrollment_invoices')
        .where({ id: this.invoices[at]!.id })
        .first();
      const { version } = await db('enrollment_payment_schemes').where({ id: scheme }).first('version');
      const answer = await revise(world.door, staff, scheme, [amount], { payment_scheme: 'full', version });
      expect(answer.statusCode).toBe(200);
      const living = await db('enrollment_invoices').where({
        enrollment_payment_scheme_id: scheme,
        voided_by: null,
      });
      expect(living).toMatchObject([{ total_amount: amount, paid_amount: this.sum(at) }]);
      expect(living[0].id === id).toBe(this.sum(at) > 0);
      this.totals[at] = amount;
      this.invoices[at] = { ...this.invoices[at]!, id: living[0].id };
      this.all.push({ at, id: living[0].id });
    }
  }

  /** The sums of every day before today, by both days that reports add up. */
  const pastSums = async () =>
    JSON.stringify(
      await world.door
        .db('cash_bookings')
        .whereRaw(`least(booked_on, paid_on) < (now() at time zone 'Asia/Jakarta')::date`)
        .groupBy('paid_on')
        .orderBy('paid_on')
        .select('paid_on', world.door.db.raw('sum(amount)::bigint as sum')),
    );

  test('when money is booked, reversed, released, assigned and its schemes revised, then ledger, invoices and model agree, and no past day moves by what is taken back', async () => {
    const { door } = world;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { family, invoice } = await invoiceOf(world, TOTAL);
        const { invoice: second } = await invoiceOf(world, TOTAL, family);
        const run = new Run(family, [invoice, second]);
        for (const one of steps) {
          const before = await pastSums();
          const taken = await run.take(one);
          if (taken !== null) seen.add(taken);
          // Only money that a line brings for the first time belongs to the line's own day.
          if (one.what !== 'line') expect(await pastSums()).toBe(before);
        }
        for (const { at, id } of run.all) {
          const sum = run.invoices[at]!.id === id ? run.sum(at) : 0;
          const { paid_amount: paid } = await door.db('enrollment_invoices').where({ id }).first();
          const ledger = await door
            .db('invoice_ledger')
            .where({ enrollment_invoice_id: id })
            .sum<{ sum: number | null }[]>('amount as sum')
            .first();
          expect([paid, Number(ledger?.sum ?? 0)]).toEqual([sum, sum]);
        }
      }),
      { numRuns: runs(200, { plain: 6 }), endOnFailure: true },
    );
    expect(await verifyBooks(door.database)).toEqual([]);
    expectEachWay(seen, ['slip', 'line', 'reverse', 'release', 'assign', 'revise']);
  });
});
