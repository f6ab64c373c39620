import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import { closeBankDay, listBankDays } from '@gerbang/contracts/bank-days';
import { getCashReport, type CashReport } from '@gerbang/contracts/reports';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { cashReport } from '../src/reports/cash-report.ts';
import { ACCOUNT, match } from './bank-bookings.ts';
import { outgoingLine, upload } from './bank-uploads.ts';
import { billed } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, sent } from './payment-calls.ts';
import { release, reverse } from './payment-reversals.ts';
import { ownerOf } from '../src/refunds/givable.repository.ts';
import { approved, moveTo, pay, useRefunds } from './refunds.ts';

minutesForAll(15);

const today = jakartaDay(new Date());
const FEE = 100_000;
const step = fc.record({
  what: fc.constantFrom('slip', 'line', 'more', 'reverse', 'release', 'refund', 'refund', 'moved', 'noise'),
  amount: fc.integer({ min: 1, max: 900 }),
  which: fc.nat(9),
  by: fc.constantFrom('slip', 'line'),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What a day is to leave in the books, in rupiah. */
interface Day {
  came: number;
  byLine: number;
  back: number;
  backUnapplied: number;
  linesIn: number;
  backByLine: number;
}

/** Where the days stand; all of them get one day older each evening. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  invoice_ledger: ['at'],
  cash_bookings: ['booked_on', 'paid_on'],
  refund_ledger: ['at'],
  refund_events: ['at'],
  refunds: ['paid_on'],
  bank_lines: ['booked_on'],
  bank_day_closings: ['day'],
};

describe('a month of made-up days', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  let texts = 0;
  /** A line of money that came in today. */
  async function incoming(amount: number): Promise<string> {
    texts += 1;
    const answer = await upload(world.door, finance, [{ amount, day: today, text: `CR ${texts}` }]);
    const statement_id = (answer.json() as { statement: { id: string } }).statement.id;
    return (await world.door.db('bank_lines').where({ statement_id }).first('id')).id;
  }
  /** What of an invoice or a fee is paid, and what of that went back. */
  const left = async (target: string): Promise<{ paid: number; back: number }> => {
    const { rows } = await world.door.db.raw(
      `select paid::int, (select coalesce(-sum(amount), 0) from refund_ledger where target = t.id)::int as back
       from (select id, paid_amount as paid from enrollment_invoices
         union all select id, payment_amount from registrations) t where id = ?`,
      [target],
    );
    return (rows as { paid: number; back: number }[])[0]!;
  };

  type Child = Awaited<ReturnType<typeof billed>>;
  class Month {
    /** The newest day last. */
    readonly days: Day[] = [];
    payments: { readonly id: string; readonly amount: number; readonly invoice: string }[] = [];
    lines: { readonly id: string }[] = [];
    /** Two of one family. */
    readonly children: readonly Child[];
    constructor(...children: readonly Child[]) {
      this.children = children;
    }

    get now(): Day {
      return this.days.at(-1)!;
    }
    child = (which: number): Child => this.children[which % this.children.length]!;
    invoice = (which: number): { id: string } => this.child(which).invoices[0]!;

    async take({ what, amount, which, by }: Step): Promise<void> {
      const { door } = world;
      if (what === 'slip') {
        const invoice = this.invoice(which);
        const { id } = await sent(world, this.child(which).family, invoice, { amount_paid: amount });
        expect((await check(world, finance, id)).statusCode).toBe(200);
        this.payments.push({ id, amount, invoice: invoice.id });
        this.now.came += amount;
      }
      if (what === 'line' || what === 'more') {
        const more = what === 'more' ? 25 : 0;
        const id = await incoming(amount + more);
        this.now.linesIn += amount + more;
        const target = { kind: 'invoice', id: this.invoice(which).id, amount } as const;
        expect((await match(door, finance, id, [target])).statusCode).toBe(200);
        this.lines.push({ id });
        this.now.came += amount;
        this.now.byLine += amount;
      }
      if (what === 'noise') await outgoingLine(door, finance, { amount, day: today });
      if (what === 'reverse') await this.reverse(which);
      if (what === 'release') await this.release(which);
      if (what === 'refund') await this.refund(amount, by, which);
      if (what === 'moved') await this.moved(by);
    }

    async reverse(which: number): Promise<void> {
      const one = this.payments[which % Math.max(1, this.payments.length)];
      if (!one) return;
      const { paid, back } = await left(one.invoice);
      const person = await world.door.caller('finance');
      const { statusCode } = await reverse(world.door, person, one.id);
      expect(statusCode).toBe(paid - one.amount >= back ? 200 : 409);
      if (statusCode !== 200) return;
      this.payments = this.payments.filter(({ id }) => id !== one.id);
      this.now.came -= one.amount;
    }

    async release(which: number): Promise<void> {
      const one = this.lines[which % Math.max(1, this.lines.length)];
      if (!one) return;
      // With the line's own payment all goes that its rest was moved to.
      const { sum } = await world.door
        .db('enrollment_invoice_payments')
        .where({ bank_line_id: one.id, verification_status: 'verified' })
        .first(world.door.db.raw('coalesce(sum(amount_paid), 0)::int as sum'));
      const answer = await release(world.door, await world.door.caller('finance'), one.id);
      if (answer.statusCode === 409) return;
      expect(answer.statusCode).toBe(200);
      this.lines = this.lines.filter(({ id }) => id !== one.id);
      this.now.came -= sum;
      this.now.byLine -= sum;
    }

    /** Gives back of a child's invoice or fee, or of money that stands unapplied where there is some. */
    async refund(amount: number, by: Step['by'], which: number): Promise<void> {
      const { door } = world;
      const receipt = await this.receipt();
      const child = this.child(which);
      const of = which % 3 === 0 ? ({ kind: 'fee', target: child.copy.id } as const) : null;
      const { kind, target } = of ?? { kind: 'invoice', target: this.invoice(which).id };
      const { paid, back } = await left(target);
      const line = receipt
        ? { kind: 'unapplied', target: receipt.id, back: receipt.amount }
        : { kind, target, back: Math.min(amount, paid - back) };
      if (line.back < 1) return;
      const id = receipt?.owner ?? child.copy.id;
      const refund = await approved(door, finance, head, id, [line]);
      const way =
        by === 'slip'
          ? { proof: world.admission.upload(finance) }
          : { bank_line_id: await outgoingLine(door, finance, { amount: line.back, day: today }) };
      const paidOut = await pay(door, finance, refund, way);
      expect([paidOut.statusCode, (paidOut.json() as Refund).total]).toEqual([200, line.back]);
      if (by === 'line') this.now.backByLine += line.back;
      if (receipt) this.now.backUnapplied += line.back;
      else this.now.back += line.back;
    }

    async moved(by: Step['by']): Promise<void> {
      const { door } = world;
      const receipt = await this.receipt();
      if (!receipt) return;
      const line = { kind: 'unapplied', target: receipt.id, back: receipt.amount };
      const { owner } = receipt;
      const account = by === 'slip' ? null : undefined;
      const refund = await approved(door, finance, head, owner, [line], account);
      const other = this.children.find(({ copy }) => copy.id !== owner)!;
      expect((await moveTo(door, finance, refund, other.invoices[0]!.id)).statusCode).toBe(200);
      this.now.came += receipt.amount;
      if (receipt.line_id !== null) this.now.byLine += receipt.amount;
    }

    /** The oldest money that stands unapplied, and the child whose it is. */
    async receipt() {
      const { db } = world.door;
      const found: { id: string; amount: number; line_id: string | null } | undefined = await db(
        'unapplied_receipts',
      )
        .where({ status: 'open' })
        .orderBy('id')
        .first();
      return found && { ...found, owner: (await ownerOf(db, found.id))!.registration_id };
    }

    /** A day of the books as ledger, report of the till and bank have it. */
    async holds(day: Day, on: string): Promise<void> {
      const { door } = world;
      const { rows } = await door.db.raw(
        `select (select coalesce(sum(amount), 0) from invoice_ledger where (at at time zone 'Asia/Jakarta')::date = :on)::int as came,
           (select coalesce(-sum(amount), 0) from refund_ledger
             where kind <> 'unapplied' and (at at time zone 'Asia/Jakarta')::date = :on)::int as back`,
        { on },
      );
      expect(rows).toEqual([{ came: day.came, back: day.back }]);
      const till = await cashReport(door.context, { from: on, to: on, by: 'verified' });
      const lines = till.methods.find(({ method }) => method === 'bank_line')?.amount ?? 0;
      expect([
        till.total.amount,
        lines,
        till.refunds?.amount,
        till.refunds?.unapplied.amount,
        till.net,
      ]).toEqual([day.came, day.byLine, day.back, day.backUnapplied, day.came - day.back]);
      const days = (await door.call(listBankDays, finance, { query: `month=${on.slice(0, 7)}` })).json() as {
        day: string;
        in_total: number;
        returned?: number;
        difference: number;
        unknown: number;
      }[];
      const {
        in_total = 0,
        returned = 0,
        difference = 0,
        unknown = 0,
      } = days.find((one) => one.day === on) ?? {};
      expect([in_total, returned, difference]).toEqual([day.linesIn, day.backByLine, unknown]);
    }

    /** The evening: the books hold, the day is closed where it may be, and every day gets one day older. */
    async evening(): Promise<void> {
      const { door } = world;
      await this.holds(this.now, today);
      const closed = await door.call(closeBankDay, finance, { params: { account: ACCOUNT, day: today } });
      expect([200, 404, 409]).toContain(closed.statusCode);
      await door.db.transaction(async (trx) => {
        await trx.raw('set local session_replication_role = replica');
        for (const [table, columns] of Object.entries(DAYS)) {
          // By way of days that no row has, because no two rows may have one day on the way.
          for (const shift of ["- interval '10001 days'", "+ interval '10000 days'"]) {
            await trx.raw(
              `update ${table} set ${columns.map((name) => `${name} = ${name} ${shift}`).join(', ')}`,
            );
          }
        }
      });
    }
  }

  test('when money comes, is corrected and goes back in any order, then every evening ledger, till and bank agree', async () => {
    const { door } = world;
    const made = await billed(door, { base_education_fee: 10_000_000 });
    const sister = await billed(door, { base_education_fee: 10_000_000 }, made.family);
    await door.db('registrations').update({ payment_amount: FEE });
    const month = new Month(made, sister);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
        month.days.push({ came: 0, byLine: 0, back: 0, backUnapplied: 0, linesIn: 0, backByLine: 0 });
        for (const one of steps) await month.take(one);
        await month.evening();
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
    expect(month.days.length).toBeGreaterThanOrEqual(20);
    expect(await verifyBooks(door.database)).toEqual([]);
    for (const [at, day] of month.days.entries())
      await month.holds(day, addDays(today, at - month.days.length));
    const span = `from=${addDays(today, -month.days.length)}&to=${today}`;
    const report: CashReport = (await door.call(getCashReport, finance, { query: span })).json();
    const sum = (of: (day: Day) => number) => month.days.reduce((all, day) => all + of(day), 0);
    expect(report).toMatchObject({
      total: { amount: sum(({ came }) => came) },
      refunds: {
        amount: sum(({ back }) => back),
        unapplied: { amount: sum(({ backUnapplied }) => backUnapplied) },
      },
      net: sum(({ came, back }) => came - back),
    });
    const bank = await door
      .db('bank_lines')
      .where({ status: 'booked' })
      .first(door.db.raw(`coalesce(sum(amount) filter (where direction = 'out'), 0)::int as back`));
    expect(bank).toEqual({ back: sum(({ backByLine }) => backByLine) });
    // What came in by the bank, or by slips that were reversed, pays bills, waits, went back as it was, or is not decided.
    const { rows } = await door.db.raw(`
      select (select coalesce(sum(amount), 0) from bank_lines where direction = 'in' and status <> 'booked')::int as unknown,
        coalesce(sum(amount) filter (where line_id is null), 0)::int as reversed,
        coalesce(sum(amount) filter (where status = 'open'), 0)::int as open,
        coalesce(sum(amount) filter (where line_id is null and status = 'assigned'), 0)::int as moved
      from unapplied_receipts where status <> 'released'`);
    const [{ unknown, reversed, open, moved }] = rows as [Record<string, number>];
    expect(sum(({ linesIn }) => linesIn) + reversed!).toBe(
      sum(({ byLine, backUnapplied }) => byLine + backUnapplied) + unknown! + open! + moved!,
    );
  });
});
