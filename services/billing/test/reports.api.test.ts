import { getArrearsReport, getCashReport } from '@gerbang/contracts/reports';
import type { ArrearsReport, CashReport } from '@gerbang/contracts/reports.types';
import { ageingBucket } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { sumLedger, verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { check, invoiceOf, openPayments, sent, type World } from './invoice-payments.ts';

const today = jakartaDay(new Date());

describe('reports of money', () => {
  let world: World;
  let staff: Caller;
  beforeAll(async () => {
    world = await openPayments();
    staff = await world.door.caller('finance', 'Fina');
  });
  afterAll(() => world.close());

  let fresh = 0;
  /** Another first day each time, because an answer is kept for a minute. */
  const cash = async (more = ''): Promise<CashReport> => {
    fresh += 1;
    const from = addDays('2020-01-01', fresh);
    const answer = await world.door.call(getCashReport, staff, { query: `from=${from}&to=${today}${more}` });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const book = (fee: Record<string, unknown>) => {
    const payload = {
      id: uuidv7(),
      academic_year: '2026/2027',
      jenjang: 'SD' as const,
      amount: 350_000,
      booked_on: today,
      paid_on: addDays(today, -2),
      ...fee,
    };
    return world.door.database.transaction((trx) =>
      eventHandlers(world.door.context)['fee.booked']!(trx, payload, {
        id: uuidv7(),
        version: 1,
        requestId: undefined,
      }),
    );
  };

  test('whatever is paid, verified, rejected and undone: the till is the ledger and the fees to the rupiah', async () => {
    let fees = (await cash()).sources.find(({ source }) => source === 'registration_fee')?.amount ?? 0;
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 900 }),
      act: fc.constantFrom('verify', 'reject', 'wait', 'fee', 'fee twice', 'fee undone'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { amount, act } of steps) {
          if (act.startsWith('fee')) {
            const id = uuidv7();
            await book({ id, amount });
            fees += amount;
            if (act === 'fee twice') await book({ id, amount });
            if (act === 'fee undone') {
              await book({ amount: -amount, paid_on: today });
              fees -= amount;
            }
            continue;
          }
          const made = await invoiceOf(world, 1000);
          const payment = await sent(world, made.family, made.invoice, { amount_paid: amount });
          const body =
            act === 'verify' ? { action: 'verify' } : { action: 'reject', rejection_reason: 'Salah' };
          if (act !== 'wait') expect((await check(world, made.staff, payment.id, body)).statusCode).toBe(200);
        }
        const { total: ledger } = await sumLedger(world.door.db);
        for (const by of ['verified', 'paid']) {
          const report = await cash(`&by=${by}`);
          const of = (name: string) => report.sources.find(({ source }) => source === name)?.amount;
          expect([of('invoice'), of('registration_fee')]).toEqual([ledger, fees]);
          expect(report.total.amount).toBe(ledger + fees);
          expect(report.columns.reduce((sum, { amount }) => sum + amount, 0)).toBe(ledger + fees);
          expect(report.methods.reduce((sum, { amount }) => sum + amount, 0)).toBe(ledger + fees);
        }
      }),
      { numRuns: 12 },
    );
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });

  test('when a fee is counted by its own day, then it stands on the day of the proof, and an undone one on that of the undoing', async () => {
    await book({ jenjang: 'KB', paid_on: addDays(today, -5) });
    await book({ jenjang: 'KB', amount: -350_000, paid_on: today });
    const query = `jenjang=KB&from=${addDays(today, -9)}&to=${today}`;
    const days = async (by: string) => {
      const report: CashReport = (
        await world.door.call(getCashReport, staff, { query: `${query}&by=${by}` })
      ).json();
      return report.columns.filter(({ amount }) => amount !== 0).map(({ start, amount }) => [start, amount]);
    };
    expect(await days('verified')).toEqual([]);
    expect(await days('paid')).toEqual([
      [addDays(today, -5), 350_000],
      [today, -350_000],
    ]);
  });

  test('when arrears are read, then sums by age and families are right, page follows page, and each page is audited', async () => {
    const made = await Promise.all([10, 40, 100].map((late) => lateInvoice(world, late)));
    const read = async (query: string): Promise<ArrearsReport> => {
      const answer = await world.door.call(getArrearsReport, staff, { query });
      expect(answer.statusCode).toBe(200);
      return answer.json();
    };
    const span = `from=${addDays(today, -200)}&to=${addDays(today, -1)}`;
    const first = await read(`${span}&limit=2`);
    expect(first.total).toEqual({ amount: 3000, invoices: 3, families: 3 });
    for (const late of [10, 40, 100])
      expect(first.buckets[ageingBucket(addDays(today, -late), today)]).toEqual({
        amount: 1000,
        invoices: 1,
        families: 1,
      });
    const second = await read(`${span}&limit=2&cursor=${first.next_cursor}`);
    expect(
      [...first.list, ...second.list].map(({ invoice_id, days_late }) => [invoice_id, days_late]),
    ).toEqual([
      [made[2], 100],
      [made[1], 40],
      [made[0], 10],
    ]);
    expect(second.next_cursor).toBeNull();
    expect(first.list[0]).toMatchObject({ remaining: 1000, last_reminder_at: null, next_step: 'remind' });
    await read(`${span}&limit=2`);
    const trail = await world.door
      .db('audit_events')
      .where({ action: 'invoice.arrears_read', actor_id: staff.id })
      .orderBy('at');
    expect(trail.map(({ details }) => details.next_page)).toEqual([false, true, false]);
  });

  test.each(['cursor=abc', 'limit=0', 'by=paid'])('when %s does not fit arrears, then 400', async (query) => {
    expect((await world.door.call(getArrearsReport, staff, { query })).statusCode).toBe(400);
  });

  test('when a large school is asked about, then indexes give the sums', async () => {
    const planOf = (sql: string) =>
      world.door.db.transaction(async (trx) => {
        await trx.raw('set local enable_seqscan = off; set local enable_bitmapscan = off');
        const { rows } = await trx.raw(`explain ${sql}`);
        return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(
      await planOf(
        `select booked_on, source, sum(amount) from cash_bookings
         where booked_on between '2026-07-01' and '2026-12-01' group by 1, 2`,
      ),
    ).toContain('cash_bookings_booked');
  });
});

/** An invoice of a new family that became due so many days ago; returns its id. */
async function lateInvoice(world: World, late: number): Promise<string> {
  const { invoice } = await invoiceOf(world, 1000);
  await world.door.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx('enrollment_invoices')
      .where({ id: invoice.id })
      .update({ due_date: addDays(today, -late) });
  });
  return invoice.id;
}
