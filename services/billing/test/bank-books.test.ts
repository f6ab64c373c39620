import { closeBankDay } from '@gerbang/contracts/bank-days';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type Lines, openLines } from './bank-lines.ts';
import { type Door, openDoor } from './door.ts';
import { billed, finance, payInBooks } from './enrollments.ts';

const RULES = {
  line: 'R-I1: a booked line is paid out to the rupiah, and no other line pays anything',
  payment: 'R-I4: each payment by the bank is of one booked match or one assigned receipt',
  surplus: 'R-I4: a surplus is of the unique amount of a used expectation that its line paid',
  fee: 'a registration fee that the bank paid is paid once, in full, and verified',
  day: 'R-I4: a closed day has the figures with which it was closed',
};
const bankRules = new Set(Object.values(RULES));
const BY = { decided_by_id: uuidv7(), decided_by_role: 'finance', decided_at: new Date() };

describe('the books of what the bank paid', () => {
  let door: Door;
  let bank: Lines;
  beforeAll(async () => {
    door = await openDoor();
    bank = await openLines(door);
    await world();
  });
  afterAll(() => door.close());

  /** Lines, matches and payments of one of everything. */
  let made: Record<
    'fee' | 'invoice' | 'whole' | 'match' | 'payment' | 'other' | 'receipt' | 'registration',
    string
  >;
  async function world() {
    const { invoices } = await billed(door, { base_education_fee: 12_250_000 });
    const invoice = invoices[0]!;
    const registration = await bank.fee();
    // A fee with its unique amount and a transfer fee that was returned.
    const fee = await bank.line({ amount: 352_637, status: 'booked' });
    await bank.match(fee, { registration_id: registration.id });
    await bank.surplus(fee, 137);
    await bank.receipt(fee, 2500, bank.returned);
    // A part of an invoice, and the rest of the same line assigned to it later.
    const line = await bank.line({ amount: 5_000_000, status: 'booked', booked_on: '2027-03-04' });
    const [payment, other] = [
      await payInBooks(door, invoice, 4_000_000),
      await payInBooks(door, invoice, 1_000_000),
    ];
    await asOwner(async (trx) => {
      await trx('enrollment_invoice_payments').whereIn('id', [payment, other]).update({ bank_line_id: line });
      const booked = trx('invoice_ledger').select('id').whereIn('payment_id', [payment, other]);
      await trx('cash_bookings').whereIn('id', booked).update({ method: 'bank_line' });
    });
    const match = await bank.match(line, {
      kind: 'invoice',
      registration_id: null,
      invoice_id: invoice.id,
      payment_id: payment,
      amount: 4_000_000,
    });
    const receipt = await bank.receipt(line, 1_000_000, {
      status: 'assigned',
      assigned_payment_id: other,
      ...BY,
    });
    // A fee that admission refused: its money stands open.
    const whole = await bank.line({ amount: 350_000, status: 'booked', booked_on: '2027-03-05' });
    await bank.match(whole, { status: 'rejected' });
    await bank.receipt(whole, 350_000, { cause: 'fee_refused' });
    await bank.line({ status: 'ignored' });
    await bank.line({ status: 'settlement' });
    await bank.line({ status: 'proposed', booked_on: '2027-03-05' });
    await bank.line({ direction: 'out' });
    for (const day of ['2027-03-03', '2027-03-04']) {
      const answer = await door.call(closeBankDay, await finance(door), {
        params: { account: 'utama', day },
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    }
    made = { fee, invoice: line, whole, match, payment, other, receipt, registration: registration.id };
  }

  /** Changes rows with the rights of the owner, past every check and trigger. */
  const asOwner = (work: (trx: Knex.Transaction) => unknown) =>
    door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await work(trx);
    });

  /** The bank's promises that do not hold while this is so. */
  async function brokenBy(work: (trx: Knex.Transaction) => unknown): Promise<string[]> {
    const rules = new Set<string>();
    const taken = new Error('taken back');
    await asOwner(async (trx) => {
      await work(trx);
      const seen = {
        knex: { transaction: (read: (trx: Knex.Transaction) => unknown) => read(trx) },
      } as never;
      for (const { rule } of await verifyBooks(seen)) if (bankRules.has(rule)) rules.add(rule);
      throw taken;
    }).catch((error: unknown) => {
      if (error !== taken) throw error;
    });
    return [...rules].toSorted();
  }

  test('when everything is as it should be, then nothing is found', async () => {
    expect(await verifyBooks(door.database)).toEqual([]);
    expect(await brokenBy(() => undefined)).toEqual([]);
  });

  test.each<[string, (trx: Knex.Transaction) => unknown, (keyof typeof RULES)[]]>([
    [
      'a line is of another amount',
      (trx) => trx('bank_lines').where({ id: made.whole }).update({ amount: 350_001 }),
      ['line'],
    ],
    [
      'a line pays more than it holds',
      (trx) => trx('bank_matches').where({ id: made.match }).update({ amount: 6_000_000 }),
      ['line', 'payment', 'day'],
    ],
    [
      'a match is booked on a line that is not',
      (trx) => trx('bank_lines').where({ id: made.whole }).update({ status: 'new' }),
      ['line'],
    ],
    [
      'a booked line pays nothing',
      (trx) => trx('unapplied_receipts').where({ line_id: made.whole }).delete(),
      ['line'],
    ],
    [
      'money that went out is booked',
      (trx) => trx('bank_lines').where({ direction: 'out' }).update({ status: 'settlement' }),
      ['line'],
    ],
    [
      'a receipt lost some of its money',
      (trx) => trx('unapplied_receipts').where({ line_id: made.fee }).update({ amount: 2000 }),
      ['line', 'day'],
    ],
    [
      'a payment has no match',
      (trx) => trx('bank_matches').where({ id: made.match }).delete(),
      ['line', 'payment', 'day'],
    ],
    [
      'a match is booked for a payment that names no line',
      (trx) => trx('enrollment_invoice_payments').where({ id: made.payment }).update({ bank_line_id: null }),
      ['payment'],
    ],
    [
      'a payment is of another line',
      (trx) =>
        trx('enrollment_invoice_payments').where({ id: made.payment }).update({ bank_line_id: made.whole }),
      ['payment'],
    ],
    [
      'a match is of another invoice',
      (trx) => trx('bank_matches').where({ id: made.match }).update({ invoice_id: uuidv7() }),
      ['payment'],
    ],
    [
      'a receipt is assigned to a payment of another amount',
      (trx) =>
        trx('unapplied_receipts').where({ id: made.receipt }).update({ assigned_payment_id: uuidv7() }),
      ['payment'],
    ],
    [
      'a payment is of a match and a receipt',
      async (trx) => {
        await trx.raw(
          'alter table unapplied_receipts drop constraint unapplied_receipts_assigned_payment_id_key',
        );
        await trx('unapplied_receipts')
          .where({ id: made.receipt })
          .update({ assigned_payment_id: made.payment });
      },
      ['payment'],
    ],
    [
      'a payment by the bank is not verified',
      (trx) =>
        trx('enrollment_invoice_payments').where({ id: made.other }).update({
          verification_status: 'pending',
          verified_at: null,
          verified_by_id: null,
          verified_by_role: null,
          receipt_number: null,
        }),
      ['payment'],
    ],
    [
      'a surplus is of more than 999',
      async (trx) => {
        await trx.raw('alter table surplus_ledger drop constraint surplus_ledger_amount_check');
        await trx('surplus_ledger').update({ amount: 1000 });
        await trx('unapplied_receipts').where({ line_id: made.fee }).update({ amount: 1637 });
      },
      ['surplus', 'day'],
    ],
    [
      'a surplus is of more than was asked for',
      async (trx) => {
        await trx('surplus_ledger').update({ amount: 138 });
        await trx('unapplied_receipts').where({ line_id: made.fee }).update({ amount: 2499 });
      },
      ['surplus', 'day'],
    ],
    [
      'the expectation of a surplus is not used',
      (trx) => trx('payment_expectations').update({ status: 'expired' }),
      ['surplus'],
    ],
    [
      'the line of a surplus paid for no expectation',
      (trx) => trx('bank_matches').where({ line_id: made.fee }).update({ expectation_id: null }),
      ['surplus'],
    ],
    [
      'a fee that the bank paid is not verified for more than a day',
      async (trx) => {
        await trx('registrations').where({ id: made.registration }).update({ payment_verified_at: null });
        await trx('bank_matches')
          .where({ line_id: made.fee })
          .update({ decided_at: trx.raw(`now() - interval '25 hours'`) });
      },
      ['fee'],
    ],
    [
      'the bank paid a fee twice',
      async (trx) => {
        await trx('bank_matches').where({ line_id: made.whole }).update({
          status: 'booked',
          registration_id: made.registration,
        });
        await trx('unapplied_receipts').where({ line_id: made.whole }).delete();
      },
      ['fee'],
    ],
    [
      'the bank paid less than the fee',
      (trx) => trx('registrations').where({ id: made.registration }).update({ payment_amount: 550_000 }),
      ['fee'],
    ],
    [
      'a closed day has other totals',
      (trx) =>
        trx('bank_day_closings')
          .where({ day: '2027-03-04' })
          .update({ totals: trx.raw(`totals || '{"booked": 1}'`) }),
      ['day'],
    ],
    [
      'a line came to a closed day',
      (trx) => trx('bank_lines').where({ status: 'proposed' }).update({ booked_on: '2027-03-04' }),
      ['day'],
    ],
    [
      'a day without money is closed',
      (trx) => trx('bank_day_closings').where({ day: '2027-03-04' }).update({ day: '2027-03-06' }),
      ['day'],
    ],
  ])('when %s, then the reconciliation says so', async (_what, work, broken) => {
    expect(await brokenBy(work)).toEqual(broken.map((name) => RULES[name]).toSorted());
  });

  test('when a fee is on its way to admission, or its family’s data was erased, then nothing is found', async () => {
    const unverified = { payment_verified_at: null };
    expect(
      await brokenBy(async (trx) => {
        await trx('registrations').where({ id: made.registration }).update(unverified);
        await trx('bank_matches').where({ line_id: made.fee }).update({ decided_at: trx.fn.now() });
      }),
    ).toEqual([]);
    expect(
      await brokenBy((trx) =>
        trx('registrations')
          .where({ id: made.registration })
          .update({ ...unverified, payment_amount: 0 }),
      ),
    ).toEqual([]);
  });
});
