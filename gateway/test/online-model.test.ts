import { proofForm, upload } from '@gerbang/admission-service/test/families';
import {
  actOnWaiting,
  cancelSettled,
  endRequests,
  reconcile,
} from '@gerbang/billing-service/pay-requests/tend-pay-requests';
import { verifyBooks } from '@gerbang/billing-service/invoice-payments/ledger.repository';
import { assign, lineOf, match } from '@gerbang/billing-service/test/bank-bookings';
import { invoiceOf } from '@gerbang/billing-service/test/payment-calls';
import { ask, type BankRequest, notify } from '@gerbang/billing-service/test/pay-requests';
import { cancelPayRequest, refreshPayRequest } from '@gerbang/contracts/pay-requests';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { expectEachWay, minutesForAll, runs } from '@gerbang/domain/testing/runs';
import { type Random, randomOf } from '@gerbang/service-kit/testing/random';
import fc from 'fast-check';
import { type OnlinePortal, openOnlinePortal } from './online-portal.ts';

minutesForAll(60);

const TOTAL = 1_000_000;
const ACTIONS = [
  'ask',
  'pay',
  'pay again',
  'tell again',
  'look',
  'cancel',
  'end',
  'tend',
  'other money',
  'assign',
  'prove',
  'decide',
  'deliver',
] as const;
type Action = (typeof ACTIONS)[number];
/** What a person at the bank may do, and what may become of the notification. */
const PAYMENTS = [
  {},
  {},
  { notify_times: 3 },
  { times: 2, order: 'reversed' },
  { notify: 'off' },
  { signature: 'bad' },
  { timestamp: 'old' },
] as const;

describe('payments through a provider, whatever comes in whatever order', () => {
  let portal: OnlinePortal;
  let finance: Awaited<ReturnType<OnlinePortal['billing']['caller']>>;
  const gone = new Set<string>();
  beforeAll(async () => {
    portal = await openOnlinePortal();
    finance = await portal.billing.caller('finance', 'Fina Keuangan');
    await portal.admission
      .db('accounts')
      .insert({ id: finance.id, name: 'Fina Keuangan', role: 'finance', active: true, version: 1 });
  });
  afterAll(() => portal.close());

  const target = {
    registration_fee: async () => {
      const { family, made } = await portal.registered();
      return { family: family as typeof finance, id: made.id, amount: made.payment_amount };
    },
    invoice: async () => {
      const { family, invoice } = await invoiceOf({ door: portal.billing }, TOTAL);
      return { family, id: invoice.id, amount: TOTAL };
    },
  } as const;
  type Kind = keyof typeof target;
  type Target = Awaited<ReturnType<(typeof target)[Kind]>>;
  const column = { registration_fee: 'registration_id', invoice: 'invoice_id' } as const;

  /** Every action about this target, chosen by chance where it has a choice. */
  function actionsOn(
    kind: Kind,
    { family, id, amount }: Target,
    random: Random,
  ): Record<Action, () => Promise<unknown>> {
    const { billing, admission, bank } = portal;
    const requests = () =>
      billing
        .db('pay_requests')
        .where({ [column[kind]]: id })
        .orderBy('id');
    const one = async () => {
      const rows = await requests();
      return rows.length === 0 ? null : random.pick(rows);
    };
    const onOne =
      (work: (row: { id: string; request_no: string; version: number }) => Promise<unknown>) => async () => {
        const row = await one();
        return row && work(row);
      };
    const pay = (how: object) =>
      onOne(async ({ request_no }) => {
        const found = await bank.find(request_no);
        await bank.pay(request_no, { ...how, ...(found.state !== 'open' && { after_end: true }) });
      });
    const openReceipts = async () => {
      const ids = (await requests()).map((row) => row.id);
      return billing.db('unapplied_receipts').whereIn('pay_request_id', ids).where({ status: 'open' });
    };
    return {
      ask: () =>
        ask(billing, family, {
          kind,
          id,
          channel: random.pick(['va', 'qris']),
          ...(kind === 'invoice' && random.next() < 0.4 && { amount: random.pick([400_000, 600_000]) }),
        }),
      pay: () => pay(random.pick([...PAYMENTS]))(),
      'pay again': () => pay(random.next() < 0.5 ? {} : { amount: amount - 1000 })(),
      'tell again': onOne(async ({ request_no }) => {
        const { notifications } = await bank.find(request_no);
        if (notifications.length === 0) return;
        const { path, headers, raw } = random.pick([...notifications]);
        await notify(billing.app.listeningOrigin, path, headers, raw);
      }),
      look: onOne((row) => billing.call(refreshPayRequest, finance, { params: { id: row.id } })),
      cancel: onOne((row) => billing.call(cancelPayRequest, family, { params: { id: row.id } })),
      end: onOne((row) =>
        billing
          .db('pay_requests')
          .where({ id: row.id, status: 'open' })
          .update({ expires_at: new Date(Date.now() - 11 * 60_000), version: row.version + 1 }),
      ),
      tend: async () => {
        await cancelSettled(billing.context);
        await endRequests(billing.context);
        await reconcile(billing.context);
        await actOnWaiting(billing.context);
      },
      'other money': async () => {
        const line = await lineOf(billing, amount);
        await match(billing, finance, line, [{ kind, id, amount }]);
      },
      assign: async () => {
        const open = await openReceipts();
        if (open.length > 0) {
          const receipt = random.pick(open);
          await assign(billing, finance, receipt.id, { kind, id, amount: receipt.amount });
        }
      },
      prove: async () => {
        if (kind === 'invoice') return;
        const body = proofForm(await upload(admission, family));
        await admission.call(payRegistration, family, { params: { id }, body });
      },
      decide: async () => {
        if (kind === 'invoice') return;
        const payment_status = random.pick(['verified', 'rejected', 'paid'] as const);
        const reason = payment_status === 'rejected' && { rejection_reason: 'Uangnya belum masuk' };
        await admission.call(verifyPayment, finance, { params: { id }, body: { payment_status, ...reason } });
      },
      deliver: () => portal.deliver((left) => random.between(0, left - 1)),
    };
  }

  /** Rupiah of a request's own payments that the school was told of: each but the first only by a notification. */
  const toldOf = ({ amount, payments, notifications }: BankRequest) =>
    payments
      .filter(
        (paid, at) =>
          paid.amount === amount &&
          (at === 0 ||
            notifications.some(({ status, raw }) => status === 200 && raw.includes(paid.payment_id))),
      )
      .reduce((sum, paid) => sum + paid.amount, 0);

  /** Each request has paid once at most, and all its money is booked or unapplied; its target is never overpaid. */
  async function expectWhole(kind: Kind, { id, amount }: Target): Promise<void> {
    const { db } = portal.billing;
    let paying = 0;
    for (const request of await db('pay_requests').where({ [column[kind]]: id })) {
      gone.add(request.status);
      const words = await db('pay_notifications').where({
        request_no: request.request_no,
        outcome: 'booked',
      });
      expect(words.length).toBeLessThanOrEqual(1);
      const receipts = await db('unapplied_receipts').where({ pay_request_id: request.id });
      const isFreed = receipts.some(({ cause }) => cause === 'fee_refused');
      for (const { cause } of receipts) gone.add(cause);
      const booked = words.length === 1 && !isFreed ? request.amount : 0;
      const payments = await db('enrollment_invoice_payments').where({ pay_request_id: request.id });
      const direct = payments.filter(
        (payment) => !receipts.some((receipt) => receipt.assigned_payment_id === payment.id),
      );
      if (kind === 'invoice') expect(direct.length).toBe(words.length);
      if (words.length === 1) expect(request.status).toBe('paid');
      const unapplied = receipts.reduce((sum, receipt) => sum + receipt.amount, 0);
      expect(booked + unapplied).toBe(toldOf(await portal.bank.find(request.request_no)));
      const assigned = receipts.filter(
        (receipt) => receipt.status === 'assigned' && (receipt.assigned_registration_id ?? id) === id,
      );
      paying += booked + assigned.reduce((sum, receipt) => sum + receipt.amount, 0);
    }
    expect(paying).toBeLessThanOrEqual(amount);
    if (kind === 'invoice') {
      const invoice = await db('enrollment_invoices').where({ id }).first();
      expect(invoice.paid_amount).toBeLessThanOrEqual(amount);
      expect(invoice.paid_amount).toBeGreaterThanOrEqual(paying);
      return;
    }
    const fee = await portal.feeOf(id);
    expect(fee.settled_by_pay_request_id !== null).toBe(paying > 0);
    if (paying > 0) expect(fee.payment_status).toBe('verified');
  }

  test.each(['registration_fee', 'invoice'] as const)(
    'when notifications, looks, cancels, ends and other payments of a %s come in any order, then each request pays once at most and no rupiah is lost',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.noBias(fc.integer({ min: 1, max: 2 ** 31 })), async (seed) => {
          const random = randomOf(seed);
          const one = await target[kind]();
          const actions = actionsOn(kind, one, random);
          await actions.ask();
          for (let left = random.between(4, 14); left > 0; left -= 1)
            await actions[random.pick([...ACTIONS])]();
          // At the end the provider is asked about each, and everything has arrived.
          for (const { id } of await portal.billing.db('pay_requests').where({ [column[kind]]: one.id })) {
            await portal.billing.call(refreshPayRequest, finance, { params: { id } });
          }
          await portal.settle((left) => random.between(0, left - 1));
          await expectWhole(kind, one);
          expect(await verifyBooks(portal.billing.database)).toEqual([]);
        }),
        { numRuns: runs(500, { plain: 6 }) },
      );
    },
  );

  test('when all inputs were tried, then each way was gone', () => {
    expectEachWay(gone, [
      'paid',
      'review',
      'cancelled',
      'expired',
      'late',
      'duplicate',
      'overpaid',
      'fee_refused',
    ]);
  });
});
