import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { withdrawMoneyRequest } from '@gerbang/contracts/money-requests';
import { checkPaper } from '@gerbang/contracts/papers';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { failRequest } from '../src/money-requests/decide-money-request.ts';
import { assign, book, giveBack, lineOf, match, matchedInvoice } from './bank-bookings.ts';
import { copyOf, payInBooks } from './enrollments.ts';
import { bookLine, refuse } from './fee-settlements.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, invoiceNow, invoiceOf, sent } from './payment-calls.ts';
import { approve, REASON, release, reverse } from './payment-reversals.ts';
import { approved, begin, move } from './refunds.ts';

const TOTAL = 5_000_000;

describe('booked money that is taken back', () => {
  let world: World;
  let staff: Caller;
  let admin: Caller;
  // Another person each time: what one reverses alone in an hour has a limit.
  beforeEach(async () => {
    staff = await world.door.caller('finance', 'Fina Keuangan');
    admin = await world.door.caller('admin', 'Ani Admin');
  });
  usePayments((opened) => void (world = opened));

  /** An invoice that is paid in full by a slip of today. */
  const paid = async (total = TOTAL, amount = total) => {
    const made = await invoiceOf(world, total);
    const { id } = await sent(world, made.family, made.invoice, { amount_paid: amount });
    expect((await check(world, staff, id)).statusCode).toBe(200);
    return { ...made, id };
  };
  const ledgerOf = (invoiceId: string): Promise<number[]> =>
    world.door
      .db('invoice_ledger')
      .where({ enrollment_invoice_id: invoiceId })
      .orderBy('position')
      .pluck('amount');
  const receiptsOf = (where: object) =>
    world.door.db('unapplied_receipts').where(where).orderBy('id').select('id', 'amount', 'cause', 'status');
  const lineNow = async (id: string) => (await world.door.db('bank_lines').where({ id }).first()).status;

  test('when a payment of today went to the wrong bill, then the bill owes again and the money is assigned from its receipt', async () => {
    const { door } = world;
    const { family, invoice, confirmationId, id } = await paid();
    const pdf = await door.call(getReceipt, family, { params: { id } });
    expect(pdf.statusCode).toBe(200);
    const { code } = await door.db('papers').where({ payment_id: id }).first();
    const statusOf = async () =>
      (await door.db('enrollment_confirmations').where({ id: confirmationId }).first()).status;
    expect(await statusOf()).toBe('completed');

    const answer = await reverse(door, staff, id);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        verification_status: 'reversed',
        reversal: expect.objectContaining({ cause: 'wrong_target', reason: REASON }),
      }),
    ]);
    expect(await statusOf()).toBe('processed');
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ amount_paid: 0, payable: true });
    expect(await ledgerOf(invoice.id)).toEqual([TOTAL, -TOTAL]);
    expect((await door.call(checkPaper, 'anon', { params: { code } })).json()).toMatchObject({
      valid: false,
    });
    const receipt = await door.call(getReceipt, family, { params: { id } });
    expect([receipt.statusCode, receipt.json().code]).toEqual([409, 'revoked']);
    expect(door.published.filter(({ payload }) => payload.kind === 'payment_reversed')).toEqual([
      expect.objectContaining({
        payload: expect.objectContaining({
          params: expect.objectContaining({ number: invoice.invoice_number }),
        }),
      }),
    ]);

    const [money] = await receiptsOf({ reversed_payment_id: id });
    expect(money).toMatchObject({ amount: TOTAL, cause: 'reversed', status: 'open' });
    const sister = await invoiceOf(world, TOTAL);
    const target = { kind: 'invoice', id: sister.invoice.id, amount: 2_000_000 } as const;
    const assigned = await assign(door, staff, money.id, target);
    expect([assigned.statusCode, assigned.json()]).toEqual([
      200,
      expect.objectContaining({
        line: null,
        status: 'assigned',
        assigned_number: sister.invoice.invoice_number,
      }),
    ]);
    expect(await invoiceNow(door, sister.family, sister.invoice.id)).toMatchObject({
      amount_paid: 2_000_000,
    });
    const rest = (await receiptsOf({ reversed_payment_id: id })).find(({ status }) => status === 'open');
    expect(rest).toMatchObject({ amount: 3_000_000, cause: 'split_rest' });
    const back = (by: Caller) =>
      giveBack(door, by, rest!.id, { returned_on: new Date().toISOString().slice(0, 10) });
    expect((await back(staff)).json().code).toBe('importer_cannot_return');
    // The moved money goes back to its receipt.
    const moved = await door.db('enrollment_invoice_payments').where({ moved_from_id: id }).first();
    expect((await reverse(door, admin, moved.id)).statusCode).toBe(200);
    expect((await receiptsOf({ id: money.id }))[0]).toMatchObject({ status: 'open', amount: 2_000_000 });
  });

  test.each(['bounced', 'duplicate', 'other'])(
    'when a payment is %s, then its money is gone',
    async (cause) => {
      const { family, invoice, id } = await paid(TOTAL, 1_000_000);
      expect((await reverse(world.door, staff, id, cause)).statusCode).toBe(200);
      expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({
        status: 'pending',
        remaining: TOTAL,
      });
      expect(await receiptsOf({ reversed_payment_id: id })).toEqual([]);
      const again = await reverse(world.door, staff, id, cause);
      expect([again.statusCode, again.json().code]).toEqual([409, 'payment_checked']);
    },
  );

  test('when a payment waits or another version was seen, then nothing is reversed', async () => {
    const { door } = world;
    const { family, invoice } = await invoiceOf(world);
    const { id } = await sent(world, family, invoice);
    expect((await reverse(door, staff, id)).json().code).toBe('not_verified');
    await check(world, staff, id);
    const body = { reason: REASON, cause: 'bounced', version: 1 };
    const call = (headers: Record<string, string>, params = { id }) =>
      door.call('L12', staff, { params, body, headers });
    expect((await call({ 'idempotency-key': uuidv7() })).json().code).toBe('stale');
    expect((await call({})).json().code).toBe('idempotency_key_required');
    expect((await call({ 'idempotency-key': uuidv7() }, { id: uuidv7() })).statusCode).toBe(404);
    const old = { ...door.headers(staff, { fresh: 1 }), 'idempotency-key': uuidv7() };
    expect((await call(old)).json().code).toBe('fresh_proof_required');
  });

  test('when it is much, of another day, or much in an hour, then a second person is asked', async () => {
    const { door } = world;
    const small = await paid(6_000_000);
    expect((await reverse(door, staff, small.id)).statusCode).toBe(200);
    const second = await paid(6_000_000);
    expect((await reverse(door, staff, second.id)).statusCode).toBe(202);
    const large = await paid(10_000_001);
    expect((await reverse(door, admin, large.id)).statusCode).toBe(202);
    const { family, invoice } = await invoiceOf(world);
    const old = await payInBooks(door, invoice, 1_000_000);
    door.setClock(new Date(Date.now() + 86_400_000));
    const asked = await reverse(door, admin, old);
    door.setClock(null);
    expect(asked.statusCode).toBe(202);
    expect((await reverse(door, admin, old)).json().code).toBe('request_waits');
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ amount_paid: 1_000_000 });
    const { request_id: request } = asked.json();
    expect((await approve(door, admin, request)).json().code).toBe('same_person');
    const done = await approve(door, staff, request);
    expect([done.statusCode, done.json().status]).toEqual([200, 'approved']);
    // What another person asked for is not what this one reversed alone.
    const third = await paid(4_000_000);
    expect((await reverse(door, staff, third.id)).statusCode).toBe(200);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
  });

  test('when a line of the bank paid it alone, then the line is open again and can be booked elsewhere', async () => {
    const { door } = world;
    const { family, invoice, line, id } = await matchedInvoice(world, TOTAL, 137);
    await book(door, staff, [id]);
    const payment = await door.db('enrollment_invoice_payments').where({ bank_line_id: line }).first();
    expect((await reverse(door, admin, payment.id, 'wrong_amount')).statusCode).toBe(200);
    expect(await lineNow(line)).toBe('new');
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
    const sister = await invoiceOf(world, TOTAL);
    const booked = await match(door, staff, line, [
      { kind: 'invoice', id: sister.invoice.id, amount: TOTAL },
    ]);
    expect([booked.statusCode, booked.json()]).toEqual([
      200,
      expect.objectContaining({ surplus: 0, unapplied: 137 }),
    ]);
  });

  test('when a line paid several bills, then one of them is reversed and its money stands unapplied', async () => {
    const { door } = world;
    const [one, two] = [await invoiceOf(world, TOTAL), await invoiceOf(world, TOTAL)];
    const line = await lineOf(door, 2_000_000);
    const targets = [one, two].map(({ invoice }) => ({
      kind: 'invoice' as const,
      id: invoice.id,
      amount: 1_000_000,
    }));
    await match(door, staff, line, targets);
    const payment = await door
      .db('enrollment_invoice_payments')
      .where({ bank_line_id: line, enrollment_invoice_id: one.invoice.id })
      .first();
    expect((await reverse(door, admin, payment.id, 'bounced')).statusCode).toBe(200);
    expect([await lineNow(line), await receiptsOf({ line_id: line })]).toEqual([
      'booked',
      [expect.objectContaining({ amount: 1_000_000, cause: 'reversed', status: 'open' })],
    ]);
    // The whole line goes the same way, its receipt with it.
    expect((await release(door, admin, line)).statusCode).toBe(200);
    expect([await lineNow(line), (await receiptsOf({ line_id: line }))[0]?.status]).toEqual([
      'new',
      'released',
    ]);
    expect(await invoiceNow(door, two.family, two.invoice.id)).toMatchObject({ amount_paid: 0 });
    expect((await release(door, admin, line)).json().code).toBe('line_state');
  });

  test('when a line paid fees, then a second person agrees, admission takes them back, and the line opens with the last', async () => {
    const { door } = world;
    const fees = [350_000, 450_000];
    const line = await lineOf(door, 800_000);
    const copies: string[] = [];
    for (const payment_amount of fees) {
      const { id } = await copyOf(door, await door.caller(), { payment_amount, payment_status: 'paid' });
      await bookLine(door, line, id, payment_amount);
      await door.db('registrations').where({ id }).update({ payment_status: 'verified' });
      copies.push(id);
    }
    const asked = await release(door, staff, line);
    expect(asked.statusCode).toBe(202);
    const { request_id: request } = asked.json();
    const row = await door.db('money_requests').where({ id: request }).first();
    expect(row.figures.map(({ figure }: { figure: string }) => figure)).toEqual([
      'line_booked',
      'fee_paid',
      'fee_paid',
    ]);
    const since = door.published.length;
    expect((await approve(door, admin, request)).statusCode).toBe(200);
    const told = door.published.slice(since).filter(({ type }) => type === 'fee.reversal.approved');
    expect(new Set(told.map(({ payload }) => payload.registration_id))).toEqual(new Set(copies));
    expect(told).toMatchObject([{ payload: { line_id: line } }, { payload: { line_id: line } }]);
    expect(await lineNow(line)).toBe('booked');
    const undo = (registration_id: string, at: number) =>
      refuse(door, {
        registration_id,
        amount: fees[at]!,
        source: { kind: 'bank_line', id: line },
        reason: 'undone',
      });
    for (const [at, id] of copies.entries()) {
      for (const _again of [1, 2]) await undo(id, at);
      expect(await lineNow(line)).toBe(at === 0 ? 'booked' : 'new');
    }
    expect((await receiptsOf({ line_id: line })).map(({ status }) => status)).toEqual([
      'released',
      'released',
    ]);
    // Booked again for the same fees, an approval of before opens nothing.
    await door.db('registrations').whereIn('id', copies).update({ payment_status: 'rejected' });
    for (const [at, id] of copies.entries()) await bookLine(door, line, id, fees[at]!);
    await door
      .db('bank_matches')
      .where({ line_id: line, status: 'booked' })
      .update({ decided_at: new Date(Date.now() + 1000) });
    for (const [at, id] of copies.entries()) await undo(id, at);
    expect(await lineNow(line)).toBe('booked');
  });

  test('when the release of a line is agreed to, then no refund of its fees is, and the other way round', async () => {
    const { door } = world;
    const amount = 350_000;
    const { id } = await copyOf(door, await door.caller(), {
      payment_amount: amount,
      payment_status: 'paid',
    });
    const line = await lineOf(door, amount);
    await bookLine(door, line, id, amount);
    await door
      .db('registrations')
      .where({ id })
      .update({ payment_status: 'verified', payment_verified_at: new Date('2026-11-20T03:00:00Z') });
    const { request_id: request } = (await release(door, staff, line)).json();
    const fee = [{ kind: 'fee', target: id, back: amount }] as const;
    const refund = await approved(door, staff, admin, id, fee);
    expect((await approve(door, admin, request)).json().code).toBe('money_returned');
    expect((await move(door, admin, 'cancel', refund)).statusCode).toBe(200);
    expect((await approve(door, admin, request)).statusCode).toBe(200);
    // Admission, which takes the fee back, has not heard of it yet.
    expect((await begin(door, staff, id, fee)).json().code).toBe('more_than_paid');
    await door.database.transaction((trx) => failRequest(trx, request));
    expect((await begin(door, staff, id, fee)).statusCode).toBe(201);
  });

  test('when the rest of a line went back to the payer, then it stays booked', async () => {
    const { door } = world;
    const { invoice } = await invoiceOf(world, TOTAL);
    const line = await lineOf(door, TOTAL + 1000);
    await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: TOTAL }]);
    const [rest] = await receiptsOf({ line_id: line });
    await giveBack(door, admin, rest!.id);
    expect((await release(door, admin, line)).json().code).toBe('money_returned');
    await door.db('unapplied_receipts').where({ id: rest!.id }).update({ returned_on: '2026-11-20' });
    expect(await lineNow(line)).toBe('booked');
  });

  test('when a line of much money is released, then a second person agrees to it with both sides before their eyes', async () => {
    const { door } = world;
    const made = await invoiceOf(world, 20_000_000);
    const line = await lineOf(door, 12_000_000);
    await match(door, staff, line, [{ kind: 'invoice', id: made.invoice.id, amount: 12_000_000 }]);
    const asked = await release(door, staff, line);
    expect(asked.statusCode).toBe(202);
    const request = await door.db('money_requests').where({ id: asked.json().request_id }).first();
    expect(request.figures).toEqual([
      { figure: 'line_booked', of: null, before: 12_000_000, after: 0 },
      { figure: 'invoice_paid', of: made.invoice.invoice_number, before: 12_000_000, after: 0 },
    ]);
    expect((await door.call(withdrawMoneyRequest, admin, { params: { id: request.id } })).statusCode).toBe(
      204,
    );
    const again = await release(door, staff, line);
    expect((await approve(door, admin, again.json().request_id)).statusCode).toBe(200);
    expect([await lineNow(line), (await invoiceNow(door, made.family, made.invoice.id)).amount_paid]).toEqual(
      ['new', 0],
    );
  });

  test('when money is taken back and paid elsewhere, then no day before today has another sum', async () => {
    const { door } = world;
    const sums = async () =>
      JSON.stringify(
        await door
          .db('cash_bookings')
          .whereRaw(`least(booked_on, paid_on) < (now() at time zone 'Asia/Jakarta')::date`)
          .groupBy('booked_on', 'paid_on')
          .orderBy(['booked_on', 'paid_on'])
          .select('booked_on', 'paid_on', door.db.raw('sum(amount)::bigint as sum')),
      );
    const { invoice } = await invoiceOf(world, TOTAL);
    const line = await lineOf(door, TOTAL);
    await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: TOTAL }]);
    const before = await sums();
    expect((await release(door, staff, line)).statusCode).toBe(200);
    const sister = await invoiceOf(world, TOTAL);
    await match(door, staff, line, [{ kind: 'invoice', id: sister.invoice.id, amount: TOTAL }]);
    expect(await sums()).toBe(before);
  });
});
