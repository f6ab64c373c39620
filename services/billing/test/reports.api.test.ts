import { runs } from '@gerbang/domain/testing/runs';
import {
  getArrearsReport,
  getCashReport,
  type ArrearsReport,
  type CashReport,
} from '@gerbang/contracts/reports';
import { AGEING_BUCKETS, ageingBucket } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { sumLedger, verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { lineOf, match } from './bank-bookings.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, invoiceOf, sent } from './payment-calls.ts';

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
    const from = addDays(today, fresh - 2000);
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

  test('when no statement was ever uploaded, then the till has no lines of the bank; from the first statement on it has', async () => {
    const methods = async () => (await cash()).methods.map(({ method }) => method);
    expect(await methods()).toEqual(['transfer', 'cash']);
    await lineOf(world.door, 1000);
    expect(await methods()).toEqual(['transfer', 'cash', 'bank_line']);
  });

  test('whatever is paid, verified, rejected and undone: the till is the ledger and the fees to the rupiah', async () => {
    const start = await cash();
    let fees = start.sources.find(({ source }) => source === 'registration_fee')?.amount ?? 0;
    const methods = Object.fromEntries(start.methods.map(({ method, amount }) => [method, amount]));
    const came = (method: string, amount: number) => {
      methods[method] = (methods[method] ?? 0) + amount;
    };
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 900 }),
      act: fc.constantFrom(
        'verify',
        'reject',
        'wait',
        'line',
        'fee',
        'fee twice',
        'fee named late',
        'fee undone',
      ),
      method: fc.constantFrom('transfer' as const, 'bank_line' as const),
    });
    // One invoice for all runs: to make one costs more calls than a payment.
    const made = await invoiceOf(world, 20_000_000);
    let waiting: { readonly id: string; readonly amount_paid: number } | null = null;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { amount, act, method } of steps) {
          if (act.startsWith('fee')) {
            const id = uuidv7();
            // A release before names no method, whose events may also come late.
            if (act === 'fee named late') await book({ id, amount });
            await book({ id, amount, method });
            fees += amount;
            came(method, amount);
            if (act === 'fee twice') await book({ id, amount });
            if (act === 'fee undone') {
              await book({ amount: -amount, paid_on: today, method });
              fees -= amount;
              came(method, -amount);
            }
            continue;
          }
          if (act === 'line') {
            // A payment that waits is corrected to the line's amount, and rests on the line from then on.
            const line = await lineOf(world.door, amount);
            const target = { kind: 'invoice', id: made.invoice.id, amount } as const;
            expect((await match(world.door, staff, line, [target])).statusCode).toBe(200);
            came('bank_line', amount);
            waiting = null;
            continue;
          }
          // An invoice has one payment that waits at most: a later step decides it.
          waiting ??= await sent(world, made.family, made.invoice, { amount_paid: amount });
          if (act === 'wait') continue;
          const body =
            act === 'verify' ? { action: 'verify' } : { action: 'reject', rejection_reason: 'Salah' };
          expect((await check(world, made.staff, waiting.id, body)).statusCode).toBe(200);
          if (act === 'verify') came('transfer', waiting.amount_paid);
          waiting = null;
        }
        const { total: ledger } = await sumLedger(world.door.db);
        for (const by of ['verified', 'paid']) {
          const report = await cash(`&by=${by}`);
          const of = (name: string) => report.sources.find(({ source }) => source === name)?.amount;
          expect([of('invoice'), of('registration_fee')]).toEqual([ledger, fees]);
          expect(report.total.amount).toBe(ledger + fees);
          expect(report.columns.reduce((sum, { amount }) => sum + amount, 0)).toBe(ledger + fees);
          expect(report.methods.reduce((sum, { amount }) => sum + amount, 0)).toBe(ledger + fees);
          expect(Object.fromEntries(report.methods.map(({ method, amount }) => [method, amount]))).toEqual(
            methods,
          );
          for (const column of report.columns)
            expect(Object.values(column.methods).reduce((sum, amount) => sum + amount, 0)).toBe(
              column.amount,
            );
        }
      }),
      { numRuns: runs(200, { plain: 6 }) },
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
      .orderBy(['at', 'id']);
    expect(trail.map(({ details }) => details.next_page)).toEqual([false, true, false]);
  });

  test.each(['cursor=abc', 'limit=0', 'by=paid'])('when %s does not fit arrears, then 400', async (query) => {
    expect((await world.door.call(getArrearsReport, staff, { query })).statusCode).toBe(400);
  });

  test('when invoices of several levels and ages are open, then each sum is that of a list one by one, also after a move', async () => {
    const read = async (query = ''): Promise<ArrearsReport> => {
      fresh += 1;
      const answer = await world.door.call(getArrearsReport, staff, {
        query: `limit=${1 + (fresh % 200)}${query}`,
      });
      expect(answer.statusCode).toBe(200);
      return answer.json();
    };
    await lateInvoice(world, 35);
    const family = await world.door.caller();
    const ids = [await lateInvoice(world, 5, family), await lateInvoice(world, 95, family)];
    const moved = await world.door.db('enrollment_invoices').where({ id: ids[0] }).first();
    await world.door
      .db('registrations')
      .where({ id: moved.registration_id })
      .update({ jenjang: 'SMP', academic_year: '2027/2028' });
    for (const [query, where] of [
      ['', {}],
      ['&jenjang=SMP', { jenjang: 'SMP' }],
      ['&academic_year=2026/2027', { academic_year: '2026/2027' }],
    ] as const) {
      const rows: { jenjang: string; due_date: string; user_id: string; owed: number }[] = await world.door
        .db('enrollment_invoices as i')
        .join('registrations as r', 'r.id', 'i.registration_id')
        .where(where)
        .whereRaw('i.paid_amount < i.total_amount')
        .select(
          'r.jenjang',
          'i.due_date',
          'r.user_id',
          world.door.db.raw('i.total_amount - i.paid_amount as owed'),
        );
      const sums = (of: typeof rows) => ({
        amount: of.reduce((sum, { owed }) => sum + owed, 0),
        invoices: of.length,
        families: new Set(of.map(({ user_id }) => user_id)).size,
      });
      const report = await read(query);
      expect(report.total).toEqual(sums(rows));
      for (const bucket of AGEING_BUCKETS) {
        const own = rows.filter(({ due_date }) => ageingBucket(due_date, today) === bucket);
        expect([bucket, report.buckets[bucket]]).toEqual([bucket, sums(own)]);
        for (const level of report.levels)
          expect(level.buckets[bucket]).toEqual(sums(own.filter(({ jenjang }) => jenjang === level.jenjang)));
      }
      for (const level of report.levels)
        expect(level.total).toEqual(sums(rows.filter(({ jenjang }) => jenjang === level.jenjang)));
    }
    const wrong = await verifyBooks(world.door.database);
    expect(wrong.filter(({ rule }) => rule.includes('reports'))).toEqual([]);
    await world.door.db('invoice_dues').where({ invoice_id: ids[1] }).update({ paid_amount: 1 });
    const found = await verifyBooks(world.door.database);
    expect(found.map(({ rule }) => rule)).toContain('the reports know what each invoice owes');
    await world.door.db('invoice_dues').where({ invoice_id: ids[1] }).update({ paid_amount: 0 });
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
    expect(
      await planOf(
        `select due_date, sum(total_amount), sum(paid_amount) from invoice_dues
         where due_date between '2026-07-01' and '2026-12-01' group by 1`,
      ),
    ).toContain('invoice_dues_by_day');
    expect(
      await planOf(
        `select user_id, sum(total_amount - paid_amount) from invoice_dues
         where paid_amount < total_amount and jenjang = 'SD' group by 1`,
      ),
    ).toContain('invoice_dues_open');
  });
});

/** An invoice of a new family that became due so many days ago; returns its id. */
async function lateInvoice(world: World, late: number, family?: Caller): Promise<string> {
  const { invoice } = await invoiceOf(world, 1000, family);
  await world.door.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    const due_date = addDays(today, -late);
    await trx('enrollment_invoices').where({ id: invoice.id }).update({ due_date });
    await trx('invoice_dues').where({ invoice_id: invoice.id }).update({ due_date });
  });
  return invoice.id;
}
