import { longTest } from '@gerbang/domain/testing/runs';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { cancelPayRequest } from '@gerbang/contracts/pay-requests';
import { until } from '@gerbang/service-kit/testing/until';
import { invoiceNow, invoiceOf } from './payment-calls.ts';
import { askedFor, askProvider, receiptsOf, requestRow, stateOf } from './paid-bills.ts';
import { ask, type BankWorld, useBank } from './pay-requests.ts';

const TOTAL = 5_000_000;
const PAID = { status: 'paid', paid: TOTAL, receipts: [] as string[] };
const UNPAID = { status: 'open', paid: 0, receipts: [] as string[] };

describe('the switches of the simulated bank', () => {
  let world: BankWorld;
  useBank((opened) => (world = opened));

  type Asked = Awaited<ReturnType<typeof askedFor>>;
  /** What a request, its invoice and its unapplied money came to. */
  const outcomeOf = async ({ family, invoice, request }: Asked) => ({
    status: (await stateOf(world, family, request.id)).status,
    paid: (await invoiceNow(world.door, family, invoice.id)).amount_paid,
    receipts: (await receiptsOf(world, request.id)).map(({ cause }) => cause),
  });
  /** The bank tells later: the portal has what it was told once it says so. */
  const told = ({ no }: Asked) => until(async () => (await world.bank.find(no)).notifications.length > 0);

  test.each<[string, object, readonly (string | null)[], object]>([
    ['pay twice', { times: 2 }, ['2002500', '2002500'], { ...PAID, receipts: ['duplicate'] }],
    ['pay 1,000 less', { amount: TOTAL - 1000 }, ['4042513'], { ...UNPAID, status: 'review' }],
    ['notify three times', { notify_times: 3 }, ['2002500', '2002500', '2002500'], PAID],
    [
      'notify in wrong order',
      { times: 3, order: 'reversed' },
      ['2002500', '2002500', '2002500'],
      { ...PAID, receipts: ['duplicate', 'duplicate'] },
    ],
    ['forget to notify', { notify: 'off' }, [], UNPAID],
    ['bad signature', { signature: 'bad' }, ['4012500'], UNPAID],
    ['old timestamp', { timestamp: 'old' }, ['4002501'], UNPAID],
  ])(
    'when the bank is told to %s, then the request ends as the page says',
    async (_, how, codes, outcome) => {
      const asked = await askedFor(world, TOTAL);
      const { notifications } = await world.bank.pay(asked.no, how);
      expect(notifications.map(({ code }) => code)).toEqual(codes);
      expect(await outcomeOf(asked)).toEqual(outcome);
    },
  );

  test('when the bank told of a payment, then the dashboard of staff tells of it, by the system', async () => {
    const asked = await askedFor(world, TOTAL);
    await world.bank.pay(asked.no);
    const { staff } = (await world.door.call(billingDashboard, asked.staff)).json();
    const [newest] = staff.recent;
    expect(newest).toMatchObject({ kind: 'payment_verified', actor: null, amount: TOTAL });
  });

  test('when the bank is told to pay after the end, then the money stands unapplied as late', async () => {
    const asked = await askedFor(world, TOTAL);
    await world.door.call(cancelPayRequest, asked.family, { params: { id: asked.request.id } });
    const { notifications } = await world.bank.pay(asked.no, { after_end: true });
    expect(notifications.map(({ code }) => code)).toEqual(['2002500']);
    expect(await outcomeOf(asked)).toEqual({ status: 'review', paid: 0, receipts: ['late'] });
  });

  test('when the bank is told to delay, then the request waits, and is paid once the notification is there', async () => {
    const asked = await askedFor(world, TOTAL);
    expect((await world.bank.pay(asked.no, { delay_s: 1 })).notifications).toEqual([]);
    await told(asked);
    expect(await outcomeOf(asked)).toEqual(PAID);
  });

  test.each([
    ['forget to notify', { notify: 'off' }],
    ['sign badly', { signature: 'bad' }],
    ['tell an old time', { timestamp: 'old' }],
  ])('when the bank was told to %s, then asking it books the payment', async (_, how) => {
    const asked = await askedFor(world, TOTAL);
    await world.bank.pay(asked.no, how);
    expect((await askProvider(world, asked.staff, asked.request.id)).json()).toMatchObject({
      status: 'paid',
    });
    expect(await outcomeOf(asked)).toEqual(PAID);
    // The notification that comes after all changes nothing.
    const [payment] = (await world.bank.find(asked.no)).payments;
    const raw = JSON.stringify({
      virtualAccountNo: asked.request.va.number,
      trxId: asked.no,
      paymentRequestId: payment?.payment_id,
      paidAmount: { value: `${TOTAL}.00`, currency: 'IDR' },
      referenceNo: payment?.rrn,
    });
    expect(await world.bank.tell('va', raw)).toMatchObject({ status: 200, responseCode: '2002500' });
    expect(await outcomeOf(asked)).toEqual(PAID);
  });

  test('when the bank is told to answer 500 on create, then nothing was made and the family starts again', async () => {
    const { family, invoice } = await invoiceOf(world, TOTAL);
    await world.bank.order({ create: '500', times: 1 });
    const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
    expect((await ask(world.door, family, body)).json()).toMatchObject({ code: 'gateway_down' });
    const again = await ask(world.door, family, body);
    expect(again.statusCode).toBe(201);
    const rows = await world.door
      .db('pay_requests')
      .where({ invoice_id: invoice.id })
      .orderBy(['created_at', 'id']);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'open']);
  });

  longTest(
    'when the bank is told to hang on create, then a look finds what it made, and it is paid once',
    async () => {
      const { family, invoice, staff } = await invoiceOf(world, TOTAL);
      await world.bank.order({ create: 'hang', times: 1 });
      const body = { kind: 'invoice', id: invoice.id, channel: 'va' };
      expect((await ask(world.door, family, body)).statusCode).toBe(503);
      const [row] = await world.door.db('pay_requests').where({ invoice_id: invoice.id });
      expect((await askProvider(world, staff, String(row?.id))).json()).toMatchObject({ status: 'open' });
      const no = String(row?.request_no);
      await world.bank.pay(no, { notify_times: 2 });
      expect(await requestRow(world, String(row?.id))).toMatchObject({ status: 'paid' });
      expect(await world.bank.find(no)).toMatchObject({ creates: 1, state: 'paid' });
    },
  );
});
