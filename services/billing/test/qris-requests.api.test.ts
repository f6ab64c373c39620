import { QRIS_MAX } from '@gerbang/domain/pay-requests';
import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import { until } from '@gerbang/service-kit/testing/until';
import { invoiceNow, invoiceOf } from './payment-calls.ts';
import { askedFor, askProvider, receiptsOf, requestRow, stateOf } from './paid-bills.ts';
import { ask, type BankWorld, useBank } from './pay-requests.ts';

describe('paying an invoice by QRIS', () => {
  let world: BankWorld;
  useBank((opened) => (world = opened));
  const asked = (total = 4_000_000) => askedFor(world, total, { channel: 'qris' });

  test('when a family asks, then it gets a code for this sum alone that ends in half an hour', async () => {
    const { request, no } = await asked();
    expect(request).toMatchObject({
      channel: 'qris',
      amount: 4_000_000,
      steps: [{ lines: expect.any(Array) }],
    });
    expect(request.va).toBeUndefined();
    const at = await world.bank.find(no);
    expect(request.qr).toEqual({ content: at.qr_content });
    // Dynamic, in rupiah, with the amount: EMVCo's fields 01, 53 and 54.
    expect(request.qr.content).toMatch(/^000201010212.*530336054104000000\.00/u);
    const { created_at: made, expires_at: ends } = await requestRow(world, request.id);
    const lasts = new Date(ends).getTime() - new Date(made).getTime();
    // The bank writes whole seconds, and the earlier end holds.
    expect([lasts <= 30 * MINUTE_MS, lasts > 29 * MINUTE_MS]).toEqual([true, true]);
  });

  test.each([QRIS_MAX, QRIS_MAX + 1, 12_250_000])(
    'when %s rupiah are owed, then only what QRIS takes is asked',
    async (total) => {
      const { family, invoice } = await invoiceOf(world, total);
      const body = { kind: 'invoice', id: invoice.id, channel: 'qris' };
      const whole = await ask(world.door, family, body);
      if (total > QRIS_MAX) {
        expect([whole.statusCode, whole.json()]).toMatchObject([
          422,
          {
            code: 'qris_limit',
            message:
              'QRIS paling banyak Rp10.000.000 per pembayaran. Pilih Virtual Account atau bayar sebagian.',
          },
        ]);
        const part = await ask(world.door, family, { ...body, amount: QRIS_MAX });
        expect([part.statusCode, part.json().amount]).toEqual([201, QRIS_MAX]);
        expect((await ask(world.door, family, { ...body, channel: 'va' })).statusCode).toBe(201);
      } else expect([whole.statusCode, whole.json().amount]).toEqual([201, QRIS_MAX]);
    },
  );

  test('when a program writes a larger code past the service, then the database refuses it', async () => {
    const { request } = await asked();
    const row = await requestRow(world, request.id);
    const larger = {
      ...row,
      id: row.user_id,
      request_no: '99999999999999',
      status: 'cancelled',
      amount: QRIS_MAX + 1,
    };
    await expect(world.door.db('pay_requests').insert(larger)).rejects.toThrow(/check/u);
    await expect(
      world.door
        .db('pay_requests')
        .where({ id: request.id })
        .update({ amount: 1, version: row.version + 1 }),
    ).rejects.toThrow(/not allowed/u);
  });

  test('when it is paid, then the notification of QRIS books it with its method', async () => {
    const { family, invoice, request, no } = await asked();
    const { notifications } = await world.bank.pay(no, { notify_times: 2 });
    expect(notifications).toMatchObject([
      { status: 200, code: '2005200' },
      { status: 200, code: '2005200' },
    ]);
    expect(notifications[0]?.path).toMatch(/\/v1\.0\/qr\/qr-mpm-notify$/u);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 4_000_000 });
    const { payment_id: id } = await stateOf(world, family, request.id);
    expect(await world.door.db('enrollment_invoice_payments').where({ id }).first()).toMatchObject({
      payment_method: 'qris',
      pay_request_id: request.id,
      receipt_number: expect.stringMatching(/^KW-/u),
    });
  });

  test('when the notification is lost, then the query finds the payment', async () => {
    const { family, invoice, staff, request, no } = await asked();
    await world.bank.pay(no, { notify: 'off' });
    expect((await askProvider(world, staff, request.id)).json()).toMatchObject({ status: 'paid' });
    expect(await world.bank.find(no)).toMatchObject({ looks: 1 });
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 4_000_000 });
  });

  test('when a notification says that nothing was paid, then nothing is booked', async () => {
    const { family, request, no } = await asked();
    const raw = JSON.stringify({
      originalReferenceNo: 'R-1',
      originalPartnerReferenceNo: no,
      latestTransactionStatus: '06',
      amount: { value: '4000000.00', currency: 'IDR' },
    });
    expect(await world.bank.tell('qris', raw)).toMatchObject({ status: 200, responseCode: '2005200' });
    expect(await stateOf(world, family, request.id)).toMatchObject({ status: 'open' });
  });

  test('when a code has run out, then a new one is made, and money for the old one stands unapplied', async () => {
    await world.bank.order({ expires_in_s: 1, times: 1 });
    const { family, staff, body, request, no } = await asked();
    world.door.setClock(new Date(Date.parse(request.expires_at) + 1000));
    // The bank's own clock goes on until it says so, too.
    await until(async () => (await askProvider(world, staff, request.id)).json().status === 'expired');
    const again = await ask(world.door, family, body);
    expect(again.statusCode).toBe(201);
    expect(again.json().qr.content).not.toBe(request.qr.content);
    world.door.setClock(null);
    await world.bank.pay(no, { after_end: true });
    expect(await requestRow(world, request.id)).toMatchObject({ status: 'review' });
    expect(await receiptsOf(world, request.id)).toEqual([
      { cause: 'late', amount: 4_000_000, status: 'open' },
    ]);
  });
});
