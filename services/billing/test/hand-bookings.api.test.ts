import { runs } from '@gerbang/domain/testing/runs';
import { bookMatches, matchLine } from '@gerbang/contracts/bank-matches';
import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { assignUnapplied } from '@gerbang/contracts/unapplied-receipts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { keepUnapplied, lineOf, matchedInvoice, newKey, unappliedOf } from './bank-bookings.ts';
import { copyOf } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, footprint, invoiceOf, paymentForm, sent } from './payment-calls.ts';

const MOST = 10_000_000;
const MILLION = 1_000_000;

describe('what one person books by hand in an hour without a fresh proof', () => {
  let world: World;
  beforeAll(async () => {
    world = await openPayments();
  });
  afterEach(() => world.door.setClock(null));
  afterAll(() => world.close());

  const booker = () => world.door.caller('finance', 'Fina Keuangan');
  /** The headers of a call with a key of its own; the proof is old unless it is said to be fresh. */
  const headersOf = (staff: Caller, { fresh = false, key = newKey() } = {}) => ({
    ...world.door.headers(staff, fresh ? {} : { fresh: Math.floor(Date.now() / 1000) - 15 * 60 - 1 }),
    'idempotency-key': key,
  });
  type Booking = (
    staff: Caller,
    more?: { fresh?: boolean; key?: string },
  ) => Promise<{
    statusCode: number;
    json: () => { code?: string; refused?: unknown[]; booked?: unknown[] };
  }>;

  const invoiceTarget = async (amount: number) => {
    const { invoice } = await invoiceOf(world, amount);
    return { kind: 'invoice', id: invoice.id, amount } as const;
  };
  const feeTarget = async (amount: number) => {
    const family = await world.door.caller();
    const change = { payment_status: 'pending', payment_amount: amount, current_stage: 'registered' };
    const { id } = await copyOf(world.door, family, change);
    return { kind: 'registration_fee', id, amount } as const;
  };
  const byLine =
    (line: string, target: object): Booking =>
    (staff, more) =>
      world.door.call(matchLine, staff, {
        params: { id: line },
        body: { targets: [target], reason: 'Nama pengirim cocok' },
        headers: headersOf(staff, more),
      });
  const byReceipt = async (amount: number, target: object): Promise<Booking> => {
    const line = await lineOf(world.door, amount);
    await keepUnapplied(world.door, await booker(), line, 'duplicate');
    const { id } = await world.door.db('unapplied_receipts').where({ line_id: line }).first('id');
    expect(await unappliedOf(world.door, line)).toEqual({ duplicate: amount });
    return (staff, more) =>
      world.door.call(assignUnapplied, staff, {
        params: { id },
        body: target,
        headers: headersOf(staff, more),
      });
  };
  const byProposals =
    (ids: readonly string[]): Booking =>
    (staff, more) =>
      world.door.call(bookMatches, staff, { body: { match_ids: [...ids] }, headers: headersOf(staff, more) });
  const entered =
    (invoice: { id: string }, amount: number, auto_verify = true): Booking =>
    (staff, more) =>
      world.door.call(addInvoicePayment, staff, {
        body: paymentForm(world.admission, staff, invoice, { amount_paid: amount, auto_verify }),
        headers: headersOf(staff, more),
      });

  /** Every way to book money by hand, ready to be taken. */
  const WAYS = {
    entered: async (amount: number) => entered((await invoiceOf(world, amount)).invoice, amount),
    checked: async (amount: number): Promise<Booking> => {
      const { invoice } = await invoiceOf(world, amount);
      const { id } = (await entered(invoice, amount, false)(await booker())).json() as { id: string };
      return (staff, more) => check(world, staff, id, { action: 'verify' }, headersOf(staff, more));
    },
    proposed: async (amount: number) => byProposals([(await matchedInvoice(world, amount)).id]),
    'invoice by line': async (amount: number) =>
      byLine(await lineOf(world.door, amount), await invoiceTarget(amount)),
    'fee by line': async (amount: number) =>
      byLine(await lineOf(world.door, amount), await feeTarget(amount)),
    'invoice by receipt': async (amount: number) => byReceipt(amount, await invoiceTarget(amount)),
    'fee by receipt': async (amount: number) => byReceipt(amount, await feeTarget(amount)),
  } as const;
  type Way = keyof typeof WAYS;
  const ways = Object.keys(WAYS) as Way[];

  test.each(ways)(
    'when Rp 10,000,001 go by %s, then it takes a fresh proof and writes nothing before',
    async (way) => {
      const staff = await booker();
      const booking = await WAYS[way](MOST + 1);
      const before = await footprint(world.door);
      const key = newKey();
      const refused = await booking(staff, { key });
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
      expect(await footprint(world.door)).toBe(before);
      const done = await booking(staff, { key, fresh: true });
      expect([200, 201]).toContain(done.statusCode);
      expect(done.json().refused ?? []).toEqual([]);
    },
  );

  test('property: however small the bookings and whatever their ways, no more than Rp 10 million pass unproved, and all that fits does', async () => {
    const step = fc.record({ way: fc.constantFrom(...ways), millions: fc.integer({ min: 2, max: 8 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
        const staff = await booker();
        let booked = 0;
        for (const { way, millions } of steps) {
          const amount = millions * MILLION;
          const { statusCode } = await (await WAYS[way](amount))(staff);
          const fits = booked + amount <= MOST;
          expect([way, statusCode === 403]).toEqual([way, !fits]);
          if (fits) booked += amount;
        }
      }),
      { numRuns: runs(12, { plain: 6 }) },
    );
  });

  test('when three payments of Rp 4 million come at the same moment, then two pass and one takes a proof', async () => {
    for (const way of ['entered', 'proposed', 'fee by receipt'] as const) {
      const staff = await booker();
      const bookings = await Promise.all([1, 2, 3].map(() => WAYS[way](4 * MILLION)));
      const statuses = (await Promise.all(bookings.map((book) => book(staff)))).map(
        ({ statusCode }) => statusCode,
      );
      expect([way, statuses.filter((status) => status === 403).length]).toEqual([way, 1]);
    }
  });

  test('when many proposals together are over it, then none is booked before the proof, and all with the same key after it', async () => {
    const staff = await booker();
    const ids = [];
    for (let each = 0; each < 3; each += 1) ids.push((await matchedInvoice(world, 4 * MILLION)).id);
    const key = newKey();
    expect((await byProposals(ids)(staff, { key })).statusCode).toBe(403);
    expect(await world.door.db('bank_matches').whereIn('id', ids).pluck('status')).toEqual(
      ids.map(() => 'proposed'),
    );
    const done = await byProposals(ids)(staff, { key, fresh: true });
    expect([done.statusCode, done.json().booked?.length, done.json().refused]).toEqual([200, 3, []]);
  });

  test('when an hour is over, or another person books, then it counts anew; a family’s own payments never count', async () => {
    const staff = await booker();
    expect((await (await WAYS.entered(8 * MILLION))(staff)).statusCode).toBe(201);
    const other = await booker();
    expect((await (await WAYS.entered(8 * MILLION))(other)).statusCode).toBe(201);
    const { family, invoice } = await invoiceOf(world);
    const { id } = await sent(world, family, invoice, { amount_paid: 15 * MILLION });
    expect((await check(world, other, id, { action: 'verify' }, headersOf(other))).statusCode).toBe(200);
    expect((await (await WAYS.entered(2 * MILLION))(other)).statusCode).toBe(201);
    const more = await WAYS.entered(3 * MILLION);
    expect((await more(staff)).statusCode).toBe(403);
    world.door.setClock(new Date(Date.now() + 61 * 60_000));
    expect((await more(staff)).statusCode).toBe(201);
  });
});
