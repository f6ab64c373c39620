import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import type { Refund } from '@gerbang/contracts/refunds';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { reverse } from './payment-reversals.ts';
import { ACCOUNT, begin, edit, move, moveTo, pay } from './refunds.ts';

minutesForAll(15);

const TOTAL = 1000;
const step = fc.record({
  what: fc.constantFrom(
    'book',
    'book',
    'reverse',
    'begin',
    'begin',
    'on',
    'on',
    'on',
    'on',
    'cancel',
    'move',
  ),
  amount: fc.integer({ min: 1, max: TOTAL }),
  which: fc.nat(7),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

describe('money that is booked, reversed, given back and moved, in any order', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  beforeAll(async () => {
    world = await openPayments();
    finance = await world.door.caller('finance', 'Fina Keuangan');
    head = await world.door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterAll(() => world.close());

  /** What went back of an invoice never exceeds what it was paid, and no step fails in another way than by its refusal. */
  async function holds(invoice: string): Promise<void> {
    const { rows } = await world.door.db.raw(
      `select i.paid_amount, coalesce(-sum(l.amount), 0)::bigint as back from enrollment_invoices i
       left join refund_ledger l on l.target = i.id and l.kind = 'invoice' where i.id = ? group by i.id`,
      [invoice],
    );
    const [{ paid_amount, back }] = rows as { paid_amount: number; back: number }[] as [
      { paid_amount: number; back: number },
    ];
    expect(Number(back)).toBeLessThanOrEqual(Number(paid_amount));
  }

  class Run {
    refunds: Refund[] = [];
    payments: string[] = [];
    paid = 0;
    back = 0;
    readonly id: string;
    readonly invoice: string;
    readonly sister: string;
    constructor(id: string, invoice: string, sister: string) {
      this.id = id;
      this.invoice = invoice;
      this.sister = sister;
    }

    async take({ what, amount, which }: Step): Promise<void> {
      const { door, admission } = world;
      if (what === 'book' && amount <= TOTAL - this.paid) {
        this.payments.push(await payInBooks(door, { id: this.invoice }, amount));
        this.paid += amount;
      }
      if (what === 'reverse') {
        const one = this.payments[which % Math.max(1, this.payments.length)];
        if (one === undefined) return;
        const { amount_paid } = await door.db('enrollment_invoice_payments').where({ id: one }).first();
        const fits = this.paid - amount_paid >= this.back;
        const { statusCode } = await reverse(door, finance, one);
        expect(statusCode).toBe(fits ? 200 : 409);
        if (!fits) return;
        this.payments = this.payments.filter((id) => id !== one);
        this.paid -= amount_paid;
      }
      if (what === 'begin') {
        const receipt = await door
          .db('unapplied_receipts')
          .whereIn(
            'reversed_payment_id',
            door.db('enrollment_invoice_payments').where('enrollment_invoice_id', this.invoice).select('id'),
          )
          .where({ status: 'open' })
          .first();
        const line =
          receipt && which % 2 === 0
            ? {
                kind: 'unapplied',
                target: receipt.id as string,
                back: Math.min(amount, receipt.amount as number),
              }
            : { kind: 'invoice', target: this.invoice, back: amount };
        const begun = await begin(door, finance, this.id, [line]);
        if (begun.statusCode === 201) {
          const answer = await edit(door, finance, begun.json(), { account: ACCOUNT });
          this.refunds.push(answer.json());
        } else expect(begun.statusCode).toBe(422);
      }
      const refund = this.refunds[which % Math.max(1, this.refunds.length)];
      if (!refund) return;
      if (what === 'on') await this.next(refund, admission.upload(finance));
      if (what === 'cancel') this.keep(await move(door, head, 'cancel', refund));
      if (what === 'move') this.keep(await moveTo(door, finance, refund, this.sister));
    }

    keep({ statusCode, body }: { statusCode: number; body: string }): boolean {
      if (statusCode === 200) {
        const now = JSON.parse(body) as Refund;
        this.refunds = this.refunds.map((one) => (one.id === now.id ? now : one));
        return true;
      }
      expect([409, 403, 422]).toContain(statusCode);
      return false;
    }

    async next(refund: Refund, proof: string): Promise<void> {
      const { door } = world;
      if (refund.status === 'draft') this.keep(await move(door, finance, 'request', refund));
      if (refund.status === 'requested') this.keep(await move(door, head, 'approve', refund));
      if (refund.status !== 'approved') return;
      if (!this.keep(await pay(door, finance, refund, { proof }))) return;
      if (refund.lines[0]?.kind === 'invoice') this.back += refund.total;
    }
  }

  test('when steps come in any order, then nothing gives back more than it was paid, and the books agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        const made = await billed(world.door, { base_education_fee: TOTAL });
        const sister = await billed(world.door, { base_education_fee: TOTAL * 10 }, made.family);
        const run = new Run(made.copy.id, made.invoices[0]!.id, sister.invoices[0]!.id);
        for (const one of steps) {
          await run.take(one);
          await holds(run.invoice);
        }
        const row = await world.door
          .db('refund_ledger')
          .where({ kind: 'invoice', target: run.invoice })
          .first(world.door.db.raw('coalesce(-sum(amount), 0)::bigint as back'));
        expect(Number(row.back)).toBe(run.back);
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });
});
