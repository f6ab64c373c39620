import { type Invoice, listOwnInvoices } from '@gerbang/contracts/invoices';
import { addInvoicePayment, getReceipt } from '@gerbang/contracts/invoice-payments';
import { checkPaper } from '@gerbang/contracts/papers';
import { getArrearsReport, getCashReport } from '@gerbang/contracts/reports';
import { summarizeUnapplied } from '@gerbang/contracts/unapplied-receipts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { keepsMoney, REVERSAL_CAUSES } from '@gerbang/domain/payment-reversals';
import { againWith, minutesForAll, newSeed, runs } from '@gerbang/domain/testing/runs';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { type Random, randomOf } from '@gerbang/service-kit/testing/random';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { assign, DAY, lineOf, lostMoney, match } from './bank-bookings.ts';
import { billed } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { check, paymentForm, sent } from './payment-calls.ts';
import { setSchool } from './payment-expectations.ts';
import { approve, release, reverse } from './payment-reversals.ts';
import { revise } from './scheme-revisions.ts';

minutesForAll(30);

const BOOKINGS = runs(2000, { plain: 30 });
const CLERKS = 4;
const WHOLE = BOOKINGS >= 1000;
/** After so many bookings something is corrected; a short day must correct more often to meet anything. */
const CORRECTED = WHOLE ? 20 : 3;
const METHODS = ['transfer', 'cash', 'bank_line'] as const;
type Method = (typeof METHODS)[number];

type Owed = Pick<Invoice, 'id' | 'total_amount'>;

interface Payment {
  readonly id: string;
  readonly enrollment_invoice_id: string;
  readonly amount_paid: number;
  readonly method: Method;
  readonly bank_line_id: string | null;
}

describe('a day of bookings with corrections among them', () => {
  let world: World;
  let admin: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    admin = await world.door.caller('admin', 'Ani Admin');
    await setSchool(world.door, { cash_proof: 'optional' });
  });
  afterAll(() => world.close());

  /** One of the clerks who work at once, with families of its own and its own notes of where each rupiah is. */
  class Clerk {
    readonly paid = new Map<string, number>();
    readonly methods: Record<Method, number> = { transfer: 0, cash: 0, bank_line: 0 };
    readonly schemes: { id: string; family: Caller; total: number; invoices: Owed[] }[] = [];
    readonly lines = new Set<string>();
    readonly opened: string[] = [];
    readonly seen = new Set<string>();
    unapplied = 0;
    private readonly staff: Caller;
    private readonly random: Random;
    constructor(staff: Caller, random: Random) {
      this.staff = staff;
      this.random = random;
    }

    private owed = ({ id, total_amount }: Owed) => total_amount - (this.paid.get(id) ?? 0);

    /** What came to an invoice by this way, or left it. */
    private move(invoice: string, method: Method, amount: number): void {
      this.paid.set(invoice, (this.paid.get(invoice) ?? 0) + amount);
      this.methods[method] += amount;
    }

    private open = () =>
      this.schemes.flatMap(({ family, invoices }) =>
        invoices.filter((one) => this.owed(one) > 0).map((invoice) => ({ family, invoice })),
      );

    /** Something that is owed; a new family where there is little of it. */
    private async due() {
      const { random, schemes } = this;
      if (this.open().length < 8) {
        const total = random.between(4, 60) * 1_000_000;
        const made = await billed(world.door, { base_education_fee: total, payment_scheme: 'installment' });
        schemes.push({ id: made.scheme.id, family: made.family, total, invoices: made.invoices });
      }
      return random.pick(this.open());
    }

    private done<A extends { readonly statusCode: number; readonly body: string }>(answer: A): A {
      if (answer.statusCode >= 300) throw new Error(answer.body);
      return answer;
    }

    /** What the call did at once, or what the second person lets it do. */
    private async agreed(answer: Awaited<ReturnType<typeof reverse>>): Promise<void> {
      if (this.done(answer).statusCode !== 202) return;
      this.seen.add('second person');
      this.done(await approve(world.door, admin, answer.json().request_id));
    }

    async book(): Promise<void> {
      const { staff, random } = this;
      const { door, admission } = world;
      const { family, invoice } = await this.due();
      const amount = random.next() < 0.5 ? this.owed(invoice) : random.between(1, this.owed(invoice));
      const way = random.pick(['slip', 'slip', 'slip', 'desk', 'cash', 'line'] as const);
      if (way === 'slip') {
        const { id } = await sent(world, family, invoice, { amount_paid: amount });
        if (random.next() < 0.05) {
          this.done(await check(world, staff, id, { action: 'reject', rejection_reason: 'Bukti buram' }));
          return;
        }
        this.done(await check(world, staff, id));
      }
      if (way === 'desk' || way === 'cash') {
        const { payment_evidence_url, ...form } = paymentForm(admission, staff, invoice, {
          amount_paid: amount,
        });
        const body =
          way === 'desk'
            ? { ...form, payment_evidence_url }
            : { ...form, payment_method: 'cash', admin_notes: 'Diterima di loket dari wali murid' };
        this.done(await door.call(addInvoicePayment, staff, { body }));
      }
      if (way === 'line') {
        const line = await lineOf(door, amount);
        this.done(await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount }]));
        this.lines.add(line);
      }
      this.move(invoice.id, way === 'line' ? 'bank_line' : way === 'cash' ? 'cash' : 'transfer', amount);
      if (random.next() < 0.05) await this.openReceipt(family, invoice.id);
    }

    /** The family opens the receipt of what was just booked. */
    private async openReceipt(family: Caller, invoice: string): Promise<void> {
      const [newest] = (await this.payments()).filter((one) => one.enrollment_invoice_id === invoice);
      if (!newest) throw new Error('a payment that was just booked is gone');
      this.done(await world.door.call(getReceipt, family, { params: { id: newest.id } }));
      this.opened.push(newest.id);
    }

    /** What is paid to this clerk's invoices, the newest first. */
    private payments = (): Promise<Payment[]> =>
      world.door
        .db('enrollment_invoice_payments')
        .whereIn('enrollment_invoice_id', [...this.paid.keys()])
        .where({ verification_status: 'verified' })
        .orderBy([
          { column: 'verified_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .select(
          'id',
          'enrollment_invoice_id',
          'amount_paid',
          'bank_line_id',
          world.door.db.raw(
            `case when bank_line_id is null then payment_method else 'bank_line' end as method`,
          ),
        );

    /** The open unapplied money of this clerk's lines and reversed payments. */
    private receipts = (): Promise<
      { id: string; amount: number; line_id: string | null; method: Method }[]
    > =>
      world.door
        .db('unapplied_receipts as u')
        .leftJoin('enrollment_invoice_payments as p', 'p.id', 'u.reversed_payment_id')
        .where('u.status', 'open')
        .where((rows) => {
          void rows
            .whereIn('u.line_id', [...this.lines])
            .orWhereIn('p.enrollment_invoice_id', [...this.paid.keys()]);
        })
        .orderBy('u.id')
        .select(
          'u.id',
          'u.amount',
          'u.line_id',
          world.door.db.raw(
            `case when u.line_id is null then p.payment_method else 'bank_line' end as method`,
          ),
        );

    async correct(): Promise<void> {
      const how = this.random.pick([
        'reverse',
        'reverse',
        'release',
        'assign',
        'assign',
        'revise',
        'revise',
      ] as const);
      if (await this[how]()) this.seen.add(how);
    }

    private async lineNow(id: string): Promise<string> {
      return (await world.door.db('bank_lines').where({ id }).first('status')).status;
    }

    private async reverse(): Promise<boolean> {
      const payments = await this.payments();
      if (payments.length === 0) return false;
      const { id, enrollment_invoice_id, amount_paid, method, bank_line_id } = this.random.pick(payments);
      const cause = this.random.pick(REVERSAL_CAUSES);
      await this.agreed(await reverse(world.door, this.staff, id, cause));
      this.move(enrollment_invoice_id, method, -amount_paid);
      // A line that paid nothing else is open again; what else the bank proves stands unapplied, and other money where it did come.
      const stays =
        bank_line_id === null ? keepsMoney(cause) : (await this.lineNow(bank_line_id)) === 'booked';
      if (stays) this.unapplied += amount_paid;
      return true;
    }

    private async release(): Promise<boolean> {
      const booked = (await this.payments()).filter(({ bank_line_id }) => bank_line_id !== null);
      if (booked.length === 0) return false;
      const line = this.random.pick(booked).bank_line_id as string;
      const kept = (await this.receipts()).filter(({ line_id }) => line_id === line);
      await this.agreed(await release(world.door, this.staff, line));
      for (const one of booked.filter(({ bank_line_id }) => bank_line_id === line)) {
        this.move(one.enrollment_invoice_id, 'bank_line', -one.amount_paid);
      }
      this.unapplied -= kept.reduce((sum, { amount }) => sum + amount, 0);
      return true;
    }

    private async assign(): Promise<boolean> {
      const receipts = await this.receipts();
      if (receipts.length === 0) return false;
      const { id, amount: all, method } = this.random.pick(receipts);
      const { invoice } = await this.due();
      const amount = Math.min(all, this.owed(invoice));
      this.done(await assign(world.door, this.staff, id, { kind: 'invoice', id: invoice.id, amount }));
      this.move(invoice.id, method, amount);
      this.unapplied -= amount;
      return true;
    }

    /** Either the unpaid invoices become one, of another amount, or the fee falls below what was paid. */
    private async revise(): Promise<boolean> {
      const { random } = this;
      const { db } = world.door;
      const scheme = random.pick(this.schemes);
      const paidOf = ({ id }: Pick<Invoice, 'id'>) => this.paid.get(id) ?? 0;
      const kept = scheme.invoices.filter((one) => paidOf(one) > 0);
      if (kept.length > 10) return false;
      const [first] = kept;
      const falls = first !== undefined && paidOf(first) > 1 && random.next() < 0.4;
      const amounts = kept.map((one) => (falls ? paidOf(one) : one.total_amount));
      if (falls) amounts[0] = Math.floor(paidOf(first) / 2);
      else {
        const rest = scheme.total - amounts.reduce((sum, amount) => sum + amount, 0);
        amounts.push(Math.max(1_000_000, rest + random.between(-3, 3) * 500_000));
      }
      const { version } = await db('enrollment_payment_schemes').where({ id: scheme.id }).first('version');
      const taken = (await this.payments()).filter((one) => falls && one.enrollment_invoice_id === first.id);
      await this.agreed(await revise(world.door, this.staff, scheme.id, amounts, { version }));
      // The newest payments leave first, and what stays of the last one pays again.
      let excess = falls ? paidOf(first) - (amounts[0] as number) : 0;
      this.unapplied += excess;
      for (const { enrollment_invoice_id, amount_paid, method } of taken) {
        const part = Math.min(excess, amount_paid);
        this.move(enrollment_invoice_id, method, -part);
        excess -= part;
      }
      scheme.total = amounts.reduce((sum, amount) => sum + amount, 0);
      scheme.invoices = await db('enrollment_invoices')
        .where({ enrollment_payment_scheme_id: scheme.id, voided_by: null })
        .orderBy('installment_stage')
        .select('id', 'total_amount');
      return true;
    }
  }

  test('when four clerks book all day and take one in twenty back, then ledger, balances, reports and receipts agree to the rupiah', async () => {
    const { door } = world;
    const seed = newSeed();
    const clerks = await Promise.all(
      Array.from({ length: CLERKS }, async (_none, at) => {
        const staff = await door.caller('finance', `Kasir ${at}`);
        return new Clerk(staff, randomOf(seed + at));
      }),
    );
    await Promise.all(
      clerks.map(async (clerk) => {
        for (let at = 1; at <= BOOKINGS / CLERKS; at += 1) {
          await clerk.book();
          if (at % CORRECTED === 0) await clerk.correct();
        }
      }),
    ).catch((error: unknown) => {
      throw new Error(`Again: ${againWith(seed)}`, { cause: error });
    });
    const sum = (of: (clerk: Clerk) => number) => clerks.reduce((all, clerk) => all + of(clerk), 0);

    // The books, and the money of every line.
    expect(await verifyBooks(door.database)).toEqual([]);
    expect(await lostMoney(door)).toEqual([]);

    // The balances that families see.
    for (const { paid, schemes } of clerks) {
      for (const { family, total } of schemes) {
        const shown = ((await door.call(listOwnInvoices, family)).json() as Invoice[]).filter(
          ({ status }) => status !== 'void',
        );
        expect(shown.reduce((all, { total_amount }) => all + total_amount, 0)).toBe(total);
        for (const { id, amount_paid, remaining, total_amount } of shown) {
          const expected = paid.get(id) ?? 0;
          expect([amount_paid, remaining]).toEqual([expected, total_amount - expected]);
        }
      }
    }

    // The reports.
    const today = jakartaDay(new Date());
    for (const by of ['verified', 'paid']) {
      const query = `from=${DAY < today ? DAY : today}&to=${today}&by=${by}`;
      const cash = (await door.call(getCashReport, admin, { query })).json();
      const methods = cash.methods.map(({ method, amount }: { method: Method; amount: number }) => [
        method,
        amount,
      ]);
      expect(methods).toEqual(METHODS.map((method) => [method, sum((clerk) => clerk.methods[method])]));
    }
    const { months } = (await door.call(getArrearsReport, admin)).json();
    const all = (of: 'due' | 'collected') =>
      months.reduce((most: number, month: Record<typeof of, number>) => most + month[of], 0);
    expect([all('due'), all('collected')]).toEqual([
      sum(({ schemes }) => schemes.reduce((most, { total }) => most + total, 0)),
      sum(({ methods }) => METHODS.reduce((most, method) => most + methods[method], 0)),
    ]);
    const kept = (await door.call(summarizeUnapplied, admin)).json();
    expect(kept.status.open?.amount ?? 0).toBe(sum(({ unapplied }) => unapplied));

    // The receipts: one that counts says what was paid, and none counts of what was taken back.
    const opened = clerks.flatMap((clerk) => clerk.opened);
    const papers = await door
      .db('papers as n')
      .join('enrollment_invoice_payments as p', 'p.id', 'n.payment_id')
      .whereIn('p.id', opened)
      .select('n.code', 'p.amount_paid', 'p.verification_status');
    expect(papers).toHaveLength(opened.length);
    for (const { code, amount_paid, verification_status } of papers) {
      const paper = (await door.call(checkPaper, 'anon', { params: { code } })).json();
      expect([paper.valid, paper.amount]).toEqual(
        verification_status === 'verified' ? [true, amount_paid] : [false, undefined],
      );
    }
    if (WHOLE) {
      const seen = new Set(clerks.flatMap((clerk) => [...clerk.seen]));
      expect(seen).toEqual(new Set(['reverse', 'release', 'assign', 'revise', 'second person']));
    }
  });
});
