import { payInvoice } from '@gerbang/contracts/invoice-payments';
import { billingExport } from '@gerbang/contracts/billing-export';
import {
  cancelPayRequest,
  closePayRequest,
  getPayRequest,
  listPayRequests,
  summarizePayRequests,
} from '@gerbang/contracts/pay-requests';
import { listUnapplied } from '@gerbang/contracts/unapplied-receipts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { assign, giveBack, lineOf, match, newKey } from './bank-bookings.ts';
import { check, invoiceNow, invoiceOf, paymentForm, sent } from './payment-calls.ts';
import { ask, type BankWorld, notify, useBank } from './pay-requests.ts';

interface ReviewMessage {
  readonly kind: string;
  readonly accountId: string;
  readonly params: Readonly<Record<string, string>>;
}

describe('paying an invoice by virtual account', () => {
  let world: BankWorld;
  useBank((opened) => (world = opened));

  const stateOf = async (family: Caller, id: string) =>
    (await world.door.call(getPayRequest, family, { params: { id } })).json();
  const receiptsOf = (id: string) =>
    world.door.db('unapplied_receipts').where({ pay_request_id: id }).select('cause', 'amount', 'status');
  const rowOf = (id: string) => world.door.db('pay_requests').where({ id }).first();

  /** A family with an invoice and an open request for all of it. */
  async function asked(total = 5_000_000, more: object = {}) {
    const made = await invoiceOf(world, total);
    const answer = await ask(world.door, made.family, {
      kind: 'invoice',
      id: made.invoice.id,
      channel: 'va',
      ...more,
    });
    expect(answer.statusCode).toBe(201);
    const request = answer.json();
    return { ...made, request, no: String((await rowOf(request.id)).request_no) };
  }

  test('when a family asks, then it gets a number, and the bank got no name of a person', async () => {
    const { request, no, invoice } = await asked(12_250_000);
    expect(request).toMatchObject({ channel: 'va', amount: 12_250_000, va: { bank: 'BSI' } });
    expect(request.va.number).toMatch(/^90010\d{11}$/u);
    expect(request.va.display.replaceAll(' ', '')).toBe(request.va.number);
    const at = await world.bank.find(no);
    expect(at).toMatchObject({ state: 'open', amount: 12_250_000, creates: 1 });
    expect(at.name).toContain(invoice.invoice_number.slice(0, 10));
    expect(at.created.raw).toContain('"value":"12250000.00"');
    const { rows } = await world.door.db.raw(
      'select child_name, father_name, contact_phone from registrations where child_name is not null',
    );
    for (const row of rows as Record<string, string | null>[]) {
      for (const text of Object.values(row)) if (text) expect(at.created.raw).not.toContain(text);
    }
  });

  test('when requests are listed and counted by year, then they are those of its registrations', async () => {
    const { no, invoice } = await asked();
    const finance = await world.door.caller('finance');
    const { academic_year } = await world.door
      .db('registrations')
      .where({ id: invoice.registration_id })
      .first();
    const of = async (year: string) => {
      const query = `search=${no}&academic_year=${year}`;
      const [list, summary] = [
        await world.door.call(listPayRequests, finance, { query }),
        await world.door.call(summarizePayRequests, finance, { query }),
      ];
      return [list.json().length, summary.json().status.open];
    };
    expect([await of(academic_year), await of('2098/2099')]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  test('when it is paid at the bank, then invoice, receipt and message are there at once', async () => {
    const { family, invoice, request, no } = await asked();
    const { notifications } = await world.bank.pay(no);
    expect(notifications).toMatchObject([{ status: 200, code: '2002500' }]);
    const state = await stateOf(family, request.id);
    expect(state).toMatchObject({ status: 'paid', payment_id: expect.any(String), next_poll_s: 3 });
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
    const payment = await world.door
      .db('enrollment_invoice_payments')
      .where({ id: state.payment_id })
      .first();
    expect(payment).toMatchObject({
      payment_method: 'va',
      pay_request_id: request.id,
      auto_verify: true,
      verified_by_role: 'system',
      verified_by_name: 'Sistem · Bank Simulasi',
      receipt_number: expect.stringMatching(/^KW-/u),
    });
    const told = world.door.published.filter(({ payload }) =>
      JSON.stringify(payload).includes('invoice_payment_verified'),
    );
    expect(told.length).toBeGreaterThan(0);
  });

  test('when the same notification comes three times, then it is booked once', async () => {
    const { family, invoice, no } = await asked();
    const { notifications } = await world.bank.pay(no, { notify_times: 3 });
    expect(notifications.map(({ code }) => code)).toEqual(['2002500', '2002500', '2002500']);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
  });

  test('when a number is paid twice, then the second money stands unapplied as a duplicate', async () => {
    const { request, no } = await asked();
    const { notifications } = await world.bank.pay(no, { times: 2 });
    expect(notifications.map(({ code }) => code)).toEqual(['2002500', '2002500']);
    expect(await receiptsOf(request.id)).toEqual([{ cause: 'duplicate', amount: 5_000_000, status: 'open' }]);
    expect(await rowOf(request.id)).toMatchObject({ status: 'paid' });
  });

  test('when another amount is paid, then nothing is booked and finance reviews it', async () => {
    const { request, no, family, invoice } = await asked();
    await world.door.caller('finance', 'Fina Keuangan');
    const since = world.door.published.length;
    const { notifications } = await world.bank.pay(no, { amount: 4_999_000, notify_times: 2 });
    expect(notifications.map(({ status, code }) => [status, code])).toEqual([
      [404, '4042513'],
      [404, '4042513'],
    ]);
    expect(await rowOf(request.id)).toMatchObject({ status: 'review', payment_id: null });
    const told = world.door.published
      .slice(since)
      .flatMap(({ type, payload }) =>
        type === 'message.requested' ? [payload as unknown as ReviewMessage] : [],
      );
    const finance = await world.door
      .db('accounts')
      .where({ role: 'finance', active: true })
      .pluck<string[]>('id');
    // Each of finance once, whatever comes again.
    expect(told.map(({ accountId }) => accountId).toSorted()).toEqual(finance.toSorted());
    for (const { kind, params } of told) {
      expect(kind).toBe('pay_review');
      expect(params).toMatchObject({ number: invoice.invoice_number, amount: 'Rp 4.999.000' });
      expect(params.link).toMatch(/\/admin\/payments-online\?status=review&academic_year=semua$/u);
    }
    expect(await receiptsOf(request.id)).toEqual([]);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
  });

  test('when a review has no money, then finance closes it with a reason, and it ends with its money otherwise', async () => {
    const { request, no, family, invoice, staff } = await asked();
    const close = async (id: string, change: object = {}) =>
      world.door.call(closePayRequest, staff, {
        params: { id },
        body: { version: (await rowOf(id)).version, reason: 'Bank menolak jumlahnya', ...change },
      });
    expect((await close(request.id)).json()).toMatchObject({ statusCode: 409, code: 'not_in_review' });
    await world.bank.pay(no, { amount: 4_999_000 });
    expect((await close(request.id, { version: 1 })).json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
    });
    expect((await close(request.id, { reason: 'oke' })).statusCode).toBe(400);
    const closed = await close(request.id);
    expect([closed.statusCode, closed.json()]).toMatchObject([
      200,
      { status: 'cancelled', keeps_money: false, closed_reason: 'Bank menolak jumlahnya' },
    ]);
    expect((await close(request.id)).json()).toMatchObject({ code: 'not_in_review' });
    const again = await ask(world.door, family, { kind: 'invoice', id: invoice.id, channel: 'va' });
    expect(again.statusCode).toBe(201);
    const late = await rowOf(again.json().id);
    await world.door.call(cancelPayRequest, family, { params: { id: late.id } });
    await world.bank.pay(late.request_no, { after_end: true });
    expect((await close(late.id)).json()).toMatchObject({ statusCode: 409, code: 'money_kept' });
  });

  test('when a family asks for its data, then its requests are in it, and no other family’s', async () => {
    const { family, no } = await asked();
    await asked();
    const { pay_requests } = (await world.door.call(billingExport, family)).json();
    expect(pay_requests).toMatchObject([
      { request_no: no, channel: 'va', amount: 5_000_000, status: 'open' },
    ]);
    const { family: without } = await invoiceOf(world, 1_000_000);
    expect((await world.door.call(billingExport, without)).json()).not.toHaveProperty('pay_requests');
  });

  test('when it is paid after the family cancelled, then the money stands unapplied as late', async () => {
    const { request, no, family } = await asked();
    const answer = await world.door.call(cancelPayRequest, family, { params: { id: request.id } });
    expect(answer.json()).toEqual({ status: 'cancelled' });
    expect(await world.bank.find(no)).toMatchObject({ state: 'deleted' });
    const { notifications } = await world.bank.pay(no, { after_end: true });
    expect(notifications).toMatchObject([{ code: '2002500' }]);
    expect(await rowOf(request.id)).toMatchObject({ status: 'review' });
    expect(await receiptsOf(request.id)).toEqual([{ cause: 'late', amount: 5_000_000, status: 'open' }]);
  });

  test('when it was paid without a notification and the family cancels, then the bank is right', async () => {
    const { request, no, family, invoice } = await asked();
    await world.bank.pay(no, { notify: 'off' });
    const answer = await world.door.call(cancelPayRequest, family, { params: { id: request.id } });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'already_paid' });
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
  });

  test('when a transfer paid the invoice meanwhile, then later money is kept unapplied and nothing overpaid', async () => {
    const { request, no, family, invoice, staff } = await asked();
    const target = { kind: 'invoice', id: invoice.id, amount: 5_000_000 } as const;
    const line = await lineOf(world.door, 5_000_000);
    expect((await match(world.door, staff, line, [target])).statusCode).toBe(200);
    await world.bank.pay(no);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
    expect(await receiptsOf(request.id)).toEqual([{ cause: 'overpaid', amount: 5_000_000, status: 'open' }]);
    expect(await rowOf(request.id)).toMatchObject({ status: 'review' });
  });

  test('when it is asked for again, then the same number comes, and another choice takes its place', async () => {
    const { request, no, family, invoice } = await asked();
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    const again = await ask(world.door, family, body);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(request);
    const other = await ask(world.door, family, { ...body, bank_code: '014', amount: 1_000_000 });
    expect(other.statusCode).toBe(201);
    expect(other.json()).toMatchObject({ amount: 1_000_000, va: { bank: 'BCA' } });
    expect(await rowOf(request.id)).toMatchObject({ status: 'cancelled' });
    expect(await world.bank.find(no)).toMatchObject({ state: 'deleted' });
  });

  test('when the same call is repeated, then one request is made', async () => {
    const { family, invoice } = await invoiceOf(world, 5_000_000);
    const key = newKey();
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    const [first, second] = [
      await ask(world.door, family, body, key),
      await ask(world.door, family, body, key),
    ];
    expect([first.statusCode, second.statusCode]).toEqual([201, 200]);
    expect(second.json()).toEqual(first.json());
  });

  test.each([
    ['500', 'failed'],
    ['refuse', 'failed'],
  ])(
    'when the bank answers %s, then the family reads that transfer works, and may start again',
    async (create, status) => {
      const { family, invoice } = await invoiceOf(world, 5_000_000);
      await world.bank.order({ create, times: 1 });
      const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
      const answer = await ask(world.door, family, body);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({
        code: 'gateway_down',
        message: 'Virtual Account sedang tidak tersedia. Transfer bank tetap bisa.',
      });
      expect(await world.door.db('pay_requests').where({ invoice_id: invoice.id })).toMatchObject([
        { status },
      ]);
      expect((await ask(world.door, family, body)).statusCode).toBe(201);
    },
  );

  test('when a proof waits, nothing is owed, or the invoice is another family’s, then it is refused', async () => {
    const { family, invoice, staff } = await invoiceOf(world, 5_000_000);
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    const payment = await sent(world, family, invoice, { amount_paid: 5_000_000 });
    const waiting = await ask(world.door, family, body);
    expect([waiting.statusCode, waiting.json().code, waiting.json().message]).toEqual([
      409,
      'proof_waiting',
      'Bukti Anda sedang diperiksa.',
    ]);
    await check(world, staff, payment.id);
    expect((await ask(world.door, family, body)).json()).toMatchObject({ code: 'nothing_owed' });
    const other = await invoiceOf(world, 1_000_000);
    expect((await ask(world.door, other.family, body)).statusCode).toBe(404);
  });

  test('when the eleventh request of an hour is made, then the family has to wait, and the live one is no new one', async () => {
    const { family, invoice } = await invoiceOf(world, 5_000_000);
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    for (let part = 1; part <= 9; part += 1) {
      expect((await ask(world.door, family, { ...body, amount: part * 1000 })).statusCode).toBe(201);
    }
    const last = (await ask(world.door, family, body)).json();
    expect((await ask(world.door, family, { ...body, amount: 11_000 })).statusCode).toBe(429);
    const again = await ask(world.door, family, body);
    expect([again.statusCode, again.json()]).toEqual([200, last]);
    // What its state refuses makes no request, and says why.
    const { invoice: other, staff } = await invoiceOf(world, 1_000_000, family);
    const payment = await sent(world, family, other, { amount_paid: 1_000_000 });
    await check(world, staff, payment.id);
    const paid = await ask(world.door, family, { ...body, id: other.id });
    expect([paid.statusCode, paid.json().code]).toEqual([409, 'nothing_owed']);
  });

  test('when anything of a notification is changed, then it is refused and no money moves', async () => {
    const { request, no } = await asked();
    const raw = JSON.stringify({
      partnerServiceId: '   90010',
      customerNo: '1',
      virtualAccountNo: `   ${request.va.number}`,
      trxId: no,
      paymentRequestId: 'P-1',
      paidAmount: { value: '5000000.00', currency: 'IDR' },
    });
    const { path, headers } = await world.bank.sign({ channel: 'va', raw });
    const say = (change: Record<string, string> = {}, body = raw) =>
      notify(world.base, path, { ...headers, ...change }, body);
    expect(await say({}, raw.replace('5000000', '5000001'))).toMatchObject({
      status: 401,
      responseCode: '4012500',
    });
    expect(await say({ 'X-SIGNATURE': '' })).toMatchObject({ responseCode: '4002502' });
    expect(await say({ 'X-TIMESTAMP': '2026-01-01T00:00:00+07:00' })).toMatchObject({
      responseCode: '4002501',
    });
    expect(await say({ 'X-PARTNER-ID': 'other' })).toMatchObject({ responseCode: '4012500' });
    expect(await rowOf(request.id)).toMatchObject({ status: 'open', version: 2 });
    expect(await say()).toMatchObject({ status: 200, responseCode: '2002500' });
    const other = raw.replace('P-1', 'P-2');
    const external_id = String(headers['X-EXTERNAL-ID']);
    const signed = await world.bank.sign({ channel: 'va', raw: other, external_id });
    expect(await notify(world.base, path, signed.headers, other)).toMatchObject({ responseCode: '4092500' });
  });

  test('when the same amount comes in another currency, then it is another amount', async () => {
    const { request, no } = await asked();
    const raw = JSON.stringify({
      virtualAccountNo: request.va.number,
      trxId: no,
      paymentRequestId: 'P-USD',
      paidAmount: { value: '5000000.00', currency: 'USD' },
    });
    expect(await world.bank.tell('va', raw)).toMatchObject({ responseCode: '4042513' });
    expect(await rowOf(request.id)).toMatchObject({ status: 'review', payment_id: null });
  });

  test('when a signed notification names no request of ours, then it says so and is kept', async () => {
    const raw = JSON.stringify({
      virtualAccountNo: '9001099999999999',
      trxId: '99999999999999',
      paymentRequestId: 'P-9',
      paidAmount: { value: '5000000.00', currency: 'IDR' },
    });
    const { path, headers } = await world.bank.sign({ channel: 'va', raw });
    expect(await notify(world.base, path, headers, raw)).toMatchObject({ responseCode: '4042512' });
    expect(await world.door.db('pay_notifications').where({ provider_ref: 'P-9' })).toMatchObject([
      { outcome: 'unknown', signature_ok: true },
    ]);
  });

  test('when the bank hangs, then a look finds the number that it made, and no second one is made', async () => {
    const { family, invoice } = await invoiceOf(world, 5_000_000);
    await world.bank.order({ create: 'hang', times: 1 });
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    const [first, second] = await Promise.all([ask(world.door, family, body), ask(world.door, family, body)]);
    expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([409, 503]));
    const again = await ask(world.door, family, body);
    expect(again.statusCode).toBe(200);
    const [row, ...others] = await world.door.db('pay_requests').where({ invoice_id: invoice.id });
    expect([row?.status, others]).toEqual(['open', []]);
    expect(await world.bank.find(String(row?.request_no))).toMatchObject({ creates: 1 });
    const lines = world.door.logged().split('\n');
    const silent = lines.filter((line) => line.includes('the provider of payments did not answer'));
    expect(silent.filter((line) => line.includes(`"request_no":"${row?.request_no}"`))).toHaveLength(1);
  });

  test('when a proof is sent while a number can be paid, then the number is cancelled first', async () => {
    const { request, no, family, invoice } = await asked();
    await sent(world, family, invoice, { amount_paid: 5_000_000 });
    expect(await rowOf(request.id)).toMatchObject({ status: 'cancelled' });
    expect(await world.bank.find(no)).toMatchObject({ state: 'deleted' });
    const again = await ask(world.door, family, { kind: 'invoice', id: invoice.id, channel: 'va' });
    expect(again.json()).toMatchObject({ statusCode: 409, code: 'proof_waiting' });
    await world.bank.pay(no, { after_end: true });
    expect(await receiptsOf(request.id)).toEqual([{ cause: 'late', amount: 5_000_000, status: 'open' }]);
  });

  test('when the number of a proof is paid at the bank already, then the proof is refused and the money booked', async () => {
    const { request, no, family, invoice } = await asked();
    await world.bank.pay(no, { notify: 'off' });
    const answer = await world.door.call(payInvoice, family, {
      body: paymentForm(world.admission, family, invoice),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'already_paid']);
    expect(await rowOf(request.id)).toMatchObject({ status: 'paid' });
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
  });

  test('when late money is assigned, then the request is paid, and it is not returned past a refund', async () => {
    const { request, no, family, invoice, staff } = await asked();
    await world.door.call(cancelPayRequest, family, { params: { id: request.id } });
    await world.bank.pay(no, { after_end: true });
    const listed = (await world.door.call(listUnapplied, staff)).json();
    const receipt = listed.find(
      (one: { pay_request?: { id: string } }) => one.pay_request?.id === request.id,
    );
    expect(receipt).toMatchObject({
      line: null,
      cause: 'late',
      pay_request: { id: request.id, request_no: no, channel: 'va' },
    });
    const admin = await world.door.caller('admin', 'Ani Admin');
    expect((await giveBack(world.door, admin, receipt.id)).json()).toMatchObject({ code: 'by_refund' });
    const body = { kind: 'invoice', id: invoice.id, amount: 5_000_000 } as const;
    expect((await assign(world.door, staff, receipt.id, body)).statusCode).toBe(200);
    expect(await rowOf(request.id)).toMatchObject({ status: 'paid', payment_id: expect.any(String) });
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
  });
});
