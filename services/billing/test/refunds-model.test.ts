import { expectEachWay, minutesForAll, runs } from '@gerbang/domain/testing/runs';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { keepFeeReversal } from '../src/payment-reversals/reverse-fee.ts';
import { ownerOf } from '../src/refunds/givable.repository.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { approve, reverse } from './payment-reversals.ts';
import { ACCOUNT, begin, edit, move, moveTo, pay, useRefunds } from './refunds.ts';

minutesForAll(30);

const TOTAL = 1000;
const FEE = 300;
/** What happens, each as often as it stands here. */
const WAYS = 'book book book reverse unfee begin begin begin on on on on on cancel move move'.split(' ');
const step = fc.record({
  what: fc.constantFrom(...WAYS),
  amount: fc.integer({ min: 1, max: TOTAL }),
  which: fc.nat(255),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
/** Money of an invoice goes back whole, and a refund of a fee is cancelled: what chance alone may miss in a few inputs. */
const PAID_AND_CANCELLED: Step[] = [
  { what: 'book', amount: 500, which: 0 },
  { what: 'begin', amount: 200, which: 4 },
  ...['on', 'on', 'on'].map((what) => ({ what, amount: 1, which: 0 })),
  { what: 'begin', amount: 100, which: 2 },
  { what: 'cancel', amount: 1, which: 1 },
];
type Line = Pick<Refund['lines'][number], 'kind' | 'target' | 'back'>;

const of = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

describe('money of a family that is booked, reversed, given back and moved, in any order', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  interface Receipt {
    readonly id: string;
    readonly amount: number;
  }
  interface Child {
    readonly id: string;
    readonly invoices: readonly string[];
  }

  /** A family with two children, what it has paid by target, and what went back of that. */
  class Family {
    refunds: Refund[] = [];
    /** Rupiah that came, beside the fees. */
    came = 0;
    readonly paid = new Map<string, number>();
    readonly back = new Map<string, number>();
    readonly asked = new Set<string>();
    readonly children: readonly Child[];
    constructor(children: readonly Child[]) {
      this.children = children;
      for (const { id } of children) this.paid.set(id, FEE);
    }

    get invoices(): string[] {
      return this.children.flatMap(({ invoices }) => invoices);
    }

    /** The payments that stand, the oldest first. */
    payments = (): Promise<{ id: string; enrollment_invoice_id: string; amount_paid: number }[]> =>
      world.door
        .db('enrollment_invoice_payments')
        .whereIn('enrollment_invoice_id', this.invoices)
        .where({ verification_status: 'verified' })
        .orderBy('id');

    /** Money of the family that pays nothing. */
    receipts = (status: string): Promise<Receipt[]> =>
      world.door
        .db('unapplied_receipts as u')
        .join('enrollment_invoice_payments as p', 'p.id', 'u.reversed_payment_id')
        .whereIn('p.enrollment_invoice_id', this.invoices)
        .where({ status })
        .orderBy('u.id')
        .select('u.id', 'u.amount');

    /** Whether each line is there to be given back, beside what other refunds promise. */
    async fits(lines: readonly Line[], own?: string): Promise<boolean> {
      const receipts = new Map((await this.receipts('open')).map(({ id, amount }) => [id, amount]));
      return lines.every(({ kind, target, back }) => {
        const paid = (kind === 'unapplied' ? receipts.get(target) : this.paid.get(target)) ?? 0;
        const promised = this.refunds
          .filter(({ id, status }) => status === 'approved' && id !== own)
          .flatMap((refund) => refund.lines)
          .filter((line) => line.target === target)
          .reduce((sum, line) => sum + line.back, 0);
        return back <= paid - (this.back.get(target) ?? 0) - promised;
      });
    }

    async take({ what, amount, which }: Step): Promise<void> {
      if (what === 'book') await this.book(of(this.invoices, which)!, amount);
      if (what === 'reverse') await this.reverse(which);
      if (what === 'unfee') await this.undoFee(of(this.children, which)!);
      if (what === 'begin') await this.begin(of(this.children, which)!, amount, which >> 1);
      const refund = of(this.refunds, which);
      if (!refund) return;
      if (what === 'on') await this.next(refund);
      if (what === 'cancel') this.keep(await move(world.door, head, 'cancel', refund));
      if (what === 'move') await this.moveTo(refund, of(this.invoices, which >> 3)!);
    }

    async book(id: string, amount: number): Promise<void> {
      const paid = this.paid.get(id) ?? 0;
      if (amount > TOTAL - paid) return;
      await payInBooks(world.door, { id }, amount);
      this.paid.set(id, paid + amount);
      this.came += amount;
    }

    async reverse(which: number): Promise<void> {
      const one = of(await this.payments(), which);
      if (!one) return;
      const { enrollment_invoice_id: invoice, amount_paid } = one;
      const rest = this.paid.get(invoice)! - amount_paid;
      const fits = rest >= (this.back.get(invoice) ?? 0);
      expect((await reverse(world.door, finance, one.id)).statusCode).toBe(fits ? 200 : 409);
      if (fits) this.paid.set(invoice, rest);
    }

    /** Undoes a fee once, as a second person does: not where money of it went back, or a second person agreed that it does. */
    async undoFee({ id: registration_id }: Child): Promise<void> {
      if (this.asked.has(registration_id)) return;
      this.asked.add(registration_id);
      const request_id = uuidv7();
      const actor = { id: finance.id, name: 'Fina Keuangan', role: 'finance' } as const;
      const asked = { request_id, registration_id, amount: FEE, reason: 'Uangnya tidak jadi masuk', actor };
      await world.door.database.transaction((trx) => keepFeeReversal(trx, { ...asked, cause: 'bounced' }));
      const isPromised = this.refunds.some(
        ({ status, lines }) =>
          status === 'approved' && lines.some(({ target }) => target === registration_id),
      );
      const fits = !this.back.has(registration_id) && !isPromised;
      expect((await approve(world.door, head, request_id)).statusCode).toBe(fits ? 200 : 409);
      if (!fits) return;
      // As admission, whose fee it is, then tells.
      await world.door
        .db('registrations')
        .where({ id: registration_id })
        .update({ payment_status: 'pending' });
      this.paid.set(registration_id, 0);
    }

    /** Begins a refund of a child's fee, of one of its invoices, and of money that pays nothing, or of some of them. */
    async begin({ id, invoices }: Child, amount: number, which: number): Promise<void> {
      const lines: Line[] = [];
      if (which & 1) lines.push({ kind: 'fee', target: id, back: 1 + (amount % FEE) });
      if (which & 2) lines.push({ kind: 'invoice', target: of(invoices, which >> 3)!, back: amount });
      if (which & 4) {
        for (const receipt of await this.receipts('open')) {
          const owner = await ownerOf(world.door.db, receipt.id);
          if (owner?.registration_id !== id) continue;
          lines.push({ kind: 'unapplied', target: receipt.id, back: Math.min(amount, receipt.amount) });
          break;
        }
      }
      if (lines.length === 0) return;
      const fits = await this.fits(lines);
      const begun = await begin(world.door, finance, id, lines);
      expect(begun.statusCode).toBe(fits ? 201 : 422);
      if (!fits) return;
      this.refunds.push((await edit(world.door, finance, begun.json(), { account: ACCOUNT })).json());
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

    async next(refund: Refund): Promise<void> {
      const { door, admission } = world;
      const { status, lines, id } = refund;
      if (status !== 'draft' && status !== 'requested' && status !== 'approved') return;
      const fits = await this.fits(lines, id);
      if (status === 'draft') {
        expect(this.keep(await move(door, finance, 'request', refund))).toBe(fits);
        return;
      }
      const answer =
        status === 'requested'
          ? await move(door, head, 'approve', refund)
          : await pay(door, finance, refund, { proof: admission.upload(finance) });
      expect(this.keep(answer)).toBe(fits);
      if (!fits || status === 'requested') return;
      for (const { kind, target, back } of lines) {
        if (kind !== 'unapplied') this.back.set(target, (this.back.get(target) ?? 0) + back);
      }
    }

    async moveTo(refund: Refund, invoice: string): Promise<void> {
      if (!this.keep(await moveTo(world.door, finance, refund, invoice))) return;
      this.paid.set(invoice, (this.paid.get(invoice) ?? 0) + refund.total);
    }

    /**
     * No line, invoice, registration or family has more back than it has verified, and every rupiah that came pays an invoice, waits,
     * or went back as it was.
     */
    async holds(): Promise<void> {
      const { rows } = await world.door.db.raw(
        `select r.id as registration, t.id, t.paid::int as paid, (select coalesce(-sum(l.amount), 0) from refund_ledger l
           where l.target = t.id and l.kind = t.kind)::int as back
         from registrations r cross join lateral (
           select r.id, 'fee' as kind, case when r.payment_status = 'verified' then r.payment_amount else 0 end as paid
           union all
           select i.id, 'invoice', i.paid_amount from enrollment_invoices i where i.registration_id = r.id) t
         where r.id = any(?::uuid[])`,
        [this.children.map(({ id }) => id)],
      );
      const lines = rows as { registration: string; id: string; paid: number; back: number }[];
      expect(lines.map(({ id, paid, back }) => [id, paid, back])).toEqual(
        lines.map(({ id }) => [id, this.paid.get(id) ?? 0, this.back.get(id) ?? 0]),
      );
      expect(lines.filter(({ paid, back }) => back > paid)).toEqual([]);
      for (const { id } of this.children) {
        const own = lines.filter(({ registration }) => registration === id);
        expect(sumOf(own, 'back')).toBeLessThanOrEqual(sumOf(own, 'paid'));
      }
      const open = sumOf(await this.receipts('open'), 'amount');
      const asItWas = sumOf(await this.receipts('returned'), 'amount');
      const invoices = lines.filter(({ id }) => this.invoices.includes(id));
      expect(sumOf(invoices, 'paid') + open + asItWas).toBe(this.came);
      const { sum } = await world.door
        .db('refund_ledger as l')
        .join('refunds as f', 'f.id', 'l.refund_id')
        .whereIn(
          'f.registration_id',
          this.children.map(({ id }) => id),
        )
        .first(world.door.db.raw('coalesce(-sum(l.amount), 0)::int as sum'));
      expect(sum).toBe(sumOf(lines, 'back') + asItWas);
    }
  }

  const sumOf = <K extends string>(rows: readonly { readonly [key in K]: number }[], key: K): number =>
    rows.reduce((sum, row) => sum + row[key], 0);

  async function family(): Promise<Family> {
    const made = await billed(world.door, { base_education_fee: TOTAL });
    const sister = await billed(world.door, { base_education_fee: TOTAL }, made.family);
    const children = [made, sister].map(({ copy, invoices }) => ({
      id: copy.id,
      invoices: invoices.map(({ id }) => id),
    }));
    await world.door
      .db('registrations')
      .whereIn(
        'id',
        children.map(({ id }) => id),
      )
      .update({ payment_amount: FEE });
    return new Family(children);
  }

  test('when steps come in any order, then nothing gives back more than it was paid, and the books agree', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const one = await family();
        for (const taken of steps) {
          await one.take(taken);
          await one.holds();
        }
        for (const { status } of one.refunds) seen.add(status);
      }),
      { numRuns: runs(200, { plain: 6 }), endOnFailure: true, examples: [[PAID_AND_CANCELLED]] },
    );
    expectEachWay(seen, ['paid', 'cancelled']);
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });
});
