import { payInvoice } from '@gerbang/contracts/invoice-payments';
import { payRequestCalls } from '@gerbang/contracts/pay-requests';
import { paySettlementCalls } from '@gerbang/contracts/pay-settlements';
import { uuidv7 } from 'uuidv7';
import { cancelSettled } from '../src/pay-requests/tend-pay-requests.ts';
import { openPayments } from './invoice-payments.ts';
import { invoiceOf, paymentForm } from './payment-calls.ts';
import { ask, openBankAndPayments } from './pay-requests.ts';

describe('payments through a provider that are off', () => {
  test('when they were never on, then no call of theirs is there, neither for people nor for a provider', async () => {
    const { door, close } = await openPayments();
    const staff = await door.caller('finance', 'Fina Keuangan');
    for (const one of [...payRequestCalls, ...paySettlementCalls]) {
      const body = one.method === 'GET' ? {} : { body: {} };
      const { statusCode } = await door.call(one, staff, { params: { id: uuidv7() }, ...body });
      expect([one.id, statusCode]).toEqual([one.id, 404]);
    }
    for (const path of ['access-token/b2b', 'transfer-va/payment', 'qr/qr-mpm-notify']) {
      const url = `/webhooks/snap/v1.0/${path}`;
      expect((await door.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404);
    }
    await close();
  });

  test('when they are turned off, then what is open is cancelled, and the family pays by transfer', async () => {
    const world = await openBankAndPayments();
    const { family, invoice } = await invoiceOf(world, 5_000_000);
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    const { id } = (await ask(world.door, family, body)).json();
    expect(await cancelSettled({ ...world.door.context, gateway: null })).toBe(1);
    const row = await world.door.db('pay_requests').where({ id }).first();
    expect(row).toMatchObject({ status: 'cancelled' });
    const proof = paymentForm(world.admission, family, invoice);
    expect((await world.door.call(payInvoice, family, { body: proof })).statusCode).toBe(201);
    // Its number lives on at the provider: what was paid there is told once payments are on again.
    await world.bank.pay(String(row.request_no), { after_end: true });
    expect(
      await world.door.db('unapplied_receipts').where({ pay_request_id: id }).select('cause', 'amount'),
    ).toEqual([{ cause: 'late', amount: 5_000_000 }]);
    await world.close();
  });
});
