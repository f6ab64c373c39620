import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { cancelPayRequest } from '@gerbang/contracts/pay-requests';
import { lookAtRequest } from '../src/pay-requests/look-at-request.ts';
import { assign, newKey } from './bank-bookings.ts';
import { copyOf } from './enrollments.ts';
import { refuse } from './fee-settlements.ts';
import { askedFor, receiptsOf, requestRow } from './paid-bills.ts';
import { ask, type BankWorld, useBank } from './pay-requests.ts';
import { invoiceNow, invoiceOf, paymentForm } from './payment-calls.ts';
import { reverse } from './payment-reversals.ts';
import { revise } from './scheme-revisions.ts';

const TOTAL = 5_000_000;
const FEE = 350_000;

describe('money of requests that is assigned and taken back', () => {
  let world: BankWorld;
  useBank((opened) => (world = opened));

  const receiptOf = async (id: string, status = 'open') =>
    world.door.db('unapplied_receipts').where({ pay_request_id: id, status }).first();
  /** Assigns the request's open receipt; returns the payment that it made. */
  async function assigned(requestId: string, made: Awaited<ReturnType<typeof invoiceOf>>, amount: number) {
    const { id } = await receiptOf(requestId);
    const body = { kind: 'invoice', id: made.invoice.id, amount } as const;
    expect((await assign(world.door, made.staff, id, body)).statusCode).toBe(200);
    return String((await receiptOf(requestId, 'assigned')).assigned_payment_id);
  }

  test('when a scheme falls below late money that paid its invoice, then the rest of that money stands unapplied', async () => {
    const { request, no, family, ...made } = await askedFor(world, TOTAL);
    await world.door.call(cancelPayRequest, family, { params: { id: request.id } });
    await world.bank.pay(no, { after_end: true });
    await assigned(request.id, { family, ...made }, TOTAL);
    const { enrollment_payment_scheme_id: scheme } = made.invoice;
    const whole = { payment_scheme: 'full' };
    const answer = await revise(world.door, made.staff, scheme, [TOTAL - 900_000], whole);
    expect(answer.json()).toMatchObject({ excess: 900_000 });
    expect(answer.statusCode).toBe(200);
    expect(await receiptsOf(world, request.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: TOTAL - 900_000, status: 'assigned' }),
        { cause: 'overpaid', amount: 900_000, status: 'open' },
      ]),
    );
    expect(await invoiceNow(world.door, family, made.invoice.id)).toMatchObject({
      total_amount: TOTAL - 900_000,
      amount_paid: TOTAL - 900_000,
      status: 'verified',
    });
  });

  test('when money that came twice was assigned to a wrong invoice, then it is taken back and the books balance', async () => {
    const { request, no, family } = await askedFor(world, TOTAL);
    await world.bank.pay(no, { times: 2 });
    const wrong = await invoiceOf(world, TOTAL, family);
    const payment = await assigned(request.id, wrong, 2_000_000);
    expect((await reverse(world.door, wrong.staff, payment)).statusCode).toBe(200);
    expect(await invoiceNow(world.door, family, wrong.invoice.id)).toMatchObject({ amount_paid: 0 });
    expect(await receiptsOf(world, request.id)).toEqual(
      expect.arrayContaining([
        { cause: 'duplicate', amount: 2_000_000, status: 'open' },
        { cause: 'split_rest', amount: 3_000_000, status: 'open' },
      ]),
    );
  });

  test('when a part of late money was assigned and taken back, then the books balance', async () => {
    const { request, no, family, ...made } = await askedFor(world, TOTAL);
    await world.door.call(cancelPayRequest, family, { params: { id: request.id } });
    await world.bank.pay(no, { after_end: true });
    const payment = await assigned(request.id, { family, ...made }, 2_000_000);
    expect((await reverse(world.door, made.staff, payment)).statusCode).toBe(200);
    expect(await requestRow(world, request.id)).toMatchObject({ status: 'paid' });
    expect((await receiptsOf(world, request.id)).map(({ status }) => status)).toEqual(['open', 'open']);
  });

  test('when a refused fee’s money was assigned and taken back, then the fee is still owed and can be paid', async () => {
    const made = await invoiceOf(world, TOTAL);
    const fee = await copyOf(world.door, made.family, {
      current_stage: 'registered',
      payment_amount: FEE,
      payment_status: 'pending',
      payment_verified_at: null,
    });
    const body = { kind: 'registration_fee', id: fee.id, channel: 'va' };
    const first = (await ask(world.door, made.family, body)).json();
    await world.bank.pay((await requestRow(world, first.id)).request_no);
    const source = { kind: 'pay_request', id: first.id } as const;
    await refuse(world.door, { registration_id: fee.id, amount: FEE, source, reason: 'undone' });
    const payment = await assigned(first.id, made, FEE);
    expect((await reverse(world.door, made.staff, payment)).statusCode).toBe(200);
    const again = await ask(world.door, made.family, body);
    expect(again.statusCode).toBe(201);
    expect(await receiptsOf(world, first.id)).toEqual([
      { cause: 'fee_refused', amount: FEE, status: 'open' },
    ]);
  });

  /** A look whose answer says that the request was paid, and by which payment neither by its id nor by its number. */
  async function lookSilently({ request, no }: Awaited<ReturnType<typeof askedFor>>) {
    const { context } = world.door;
    if (!context.gateway) throw new Error('payments through a provider are off');
    const money = { ref: no, amount: TOTAL, paidAt: null, rrn: null };
    const silent = { ...context.gateway, status: async () => ({ state: 'paid', money }) as const };
    await lookAtRequest(context, silent, await requestRow(world, request.id));
  }

  test('when a look names no payment, then its notification is the same money, and a second payment is more', async () => {
    const made = await askedFor(world, TOTAL);
    const { request, no, family, invoice } = made;
    await lookSilently(made);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: TOTAL });
    await world.bank.pay(no, { notify_times: 2 });
    expect(await receiptsOf(world, request.id)).toEqual([]);
    await world.bank.pay(no, { after_end: true });
    expect(await receiptsOf(world, request.id)).toEqual([
      { cause: 'duplicate', amount: TOTAL, status: 'open' },
    ]);
  });

  test('when finance asks about what was booked, and no payment is named, then it is no second one', async () => {
    const made = await askedFor(world, TOTAL);
    await world.bank.pay(made.no);
    await lookSilently(made);
    expect(await receiptsOf(world, made.request.id)).toEqual([]);
    expect(await requestRow(world, made.request.id)).toMatchObject({ status: 'paid' });
  });

  test('when a key is used for another choice, then the call is refused, and the number of before can still be paid', async () => {
    const { family, invoice } = await invoiceOf(world, TOTAL);
    const key = newKey();
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    const first = (await ask(world.door, family, body, key)).json();
    const other = await ask(world.door, family, { ...body, channel: 'qris' }, key);
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key']);
    expect(await requestRow(world, first.id)).toMatchObject({ status: 'open' });
  });

  test('when a call comes again after another choice was made, then that choice stays', async () => {
    const { family, invoice } = await invoiceOf(world, TOTAL);
    const key = newKey();
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    await ask(world.door, family, body, key);
    const chosen = (await ask(world.door, family, { ...body, channel: 'qris' })).json();
    const late = await ask(world.door, family, body, key);
    expect([late.statusCode, late.json().code]).toEqual([503, 'gateway_down']);
    expect(await requestRow(world, chosen.id)).toMatchObject({ status: 'open' });
  });

  test('when staff’s payment is sent again, then the number that the family has by now can still be paid', async () => {
    const { family, staff, invoice } = await invoiceOf(world, TOTAL);
    const part = { amount_paid: 1_000_000, payment_method: 'transfer', auto_verify: true };
    const form = paymentForm(world.admission, staff, invoice, part);
    const send = { body: form, headers: { 'idempotency-key': newKey() } };
    const first = await world.door.call(addInvoicePayment, staff, send);
    expect(first.statusCode).toBe(201);
    const request = (
      await ask(world.door, family, { kind: 'invoice', id: invoice.id, channel: 'va' })
    ).json();
    expect((await world.door.call(addInvoicePayment, staff, send)).json()).toEqual(first.json());
    expect(await requestRow(world, request.id)).toMatchObject({ status: 'open' });
  });
});
