import { longTest } from '@gerbang/domain/testing/runs';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { lineOf, match } from './bank-bookings.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { check, invoiceNow, invoiceOf, paymentForm, sent } from './payment-calls.ts';
import { approve, release, reverse } from './payment-reversals.ts';

const MANY = 40;
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, at) => work(at)));

describe('reversals that race', () => {
  let world: World;
  let staff: Caller;
  let admin: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
  });
  beforeEach(async () => {
    staff = await world.door.caller('finance', 'Fina Keuangan');
    admin = await world.door.caller('admin', 'Ani Admin');
  });
  afterEach(async () => expect(await verifyBooks(world.door.database)).toEqual([]));
  afterAll(() => world.close());

  const paid = async (total: number, amount = total) => {
    const made = await invoiceOf(world, total);
    const { id } = await sent(world, made.family, made.invoice, { amount_paid: amount });
    await check(world, staff, id);
    return { ...made, id };
  };

  test('when forty reverse one payment, then it is reversed once', async () => {
    const { family, invoice, id } = await paid(1_000_000);
    const answers = await times(MANY, (at) => reverse(world.door, at % 2 ? staff : admin, id));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const codes = new Set(
      answers.filter(({ statusCode }) => statusCode !== 200).map((one) => one.json().code),
    );
    expect([...codes].every((code) => code === 'payment_checked' || code === 'stale')).toBe(true);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
    expect(await world.door.db('unapplied_receipts').where({ reversed_payment_id: id })).toHaveLength(1);
  });

  test('when one person reverses forty payments at once, then no more than the sum of an hour goes without a second person', async () => {
    const rows = await times(8, () => paid(3_000_000));
    const answers = await times(MANY, (at) => reverse(world.door, staff, rows[at % rows.length]!.id));
    const alone = answers.filter(({ statusCode }) => statusCode === 200);
    expect(alone).toHaveLength(3);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(5);
  });

  longTest(
    'when a payment is reversed beside new ones of its invoice, forty times, then the invoice owes what the books say',
    async () => {
      for (let at = 0; at < MANY; at += 1) {
        const by = await world.door.caller('admin', 'Ani Admin');
        const { family, invoice, id } = await paid(2_000_000, 1_000_000);
        const form = paymentForm(world.admission, by, invoice, { amount_paid: 1_000_000, auto_verify: true });
        const [back, more] = await Promise.all([
          reverse(world.door, by, id, 'bounced'),
          world.door.call(addInvoicePayment, by, { body: form }),
        ]);
        expect([back.statusCode, more.statusCode]).toEqual([200, 201]);
        expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 1_000_000 });
      }
    },
  );

  longTest(
    'when a line is released while its payment is reversed, forty times, then its money is open once',
    async () => {
      for (let at = 0; at < MANY; at += 1) {
        const by = await world.door.caller('admin', 'Ani Admin');
        const { family, invoice } = await invoiceOf(world, 1_000_000);
        const line = await lineOf(world.door, 1_000_000);
        await match(world.door, by, line, [{ kind: 'invoice', id: invoice.id, amount: 1_000_000 }]);
        const payment = await world.door
          .db('enrollment_invoice_payments')
          .where({ bank_line_id: line })
          .first();
        const answers = await Promise.all([
          release(world.door, by, line),
          reverse(world.door, by, payment.id),
        ]);
        expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
        expect((await world.door.db('bank_lines').where({ id: line }).first()).status).toBe('new');
        expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
      }
    },
  );

  test('when forty release one line, then it is open once, and what it paid is owed once more', async () => {
    const { family, invoice } = await invoiceOf(world, 1_000_000);
    const line = await lineOf(world.door, 1_000_000);
    await match(world.door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: 1_000_000 }]);
    const answers = await times(MANY, (at) => release(world.door, at % 2 ? staff : admin, line));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(MANY - 1);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
  });

  test('when forty approve one request, with a repeat of each, then the payment is reversed once', async () => {
    const { family, invoice, id } = await paid(12_000_000);
    const { request_id: request } = (await reverse(world.door, staff, id)).json();
    const answers = await times(MANY, () => approve(world.door, admin, request));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 0 });
  });
});
