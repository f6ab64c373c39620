import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { takeDueInvoices } from '../src/invoice-reminders/invoice-reminders.repository.ts';
import { endEnrollment } from '../src/payment-schemes/end-enrollment.ts';
import { createConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import { withdrawAcceptance } from '../src/enrollment-confirmations/withdraw-acceptance.ts';
import { eventBatches } from '../src/events/handlers.ts';
import { settledBills } from '../src/bank-line-record/line-matches.repository.ts';
import { lockOwedFee } from '../src/bank-matches/fee-settlements.repository.ts';
import { bankLine } from './fee-settlements.ts';
import { type Door, openDoor } from './door.ts';
import { billed, confirmationForm, confirmed, copyOf, payInBooks, processed } from './enrollments.ts';
import { ask, owing, REFUND_RULE as RULE, setSchool } from './payment-expectations.ts';

describe('families that leave before re-enrolment is processed', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    await setSchool(door, { refund_rule: RULE, unique_code: { on: true, max: 999 } });
  });
  afterAll(() => door.close());

  /** Admission's event that the family has left. */
  const leaves = async (copy: Awaited<ReturnType<typeof copyOf>>) => {
    const payload = {
      ...copy,
      version: copy.version + 1,
      current_stage: 'withdrawn',
    } as EventPayload<'registration.changed'>;
    const meta = { id: copy.id, version: payload.version, requestId: undefined };
    await door.database.transaction(async (trx) => {
      await eventBatches(door.context)['registration.changed']?.(trx, [{ payload, meta }]);
    });
  };

  test('when a confirmation waits, then a preview names its rule and changes nothing, and the family ends it by leaving', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const body = { ...confirmationForm(copy), refund_rule_version: 3 };
    expect((await door.call(createConfirmation, family, { body })).statusCode).toBe(201);
    await setSchool(door, { refund_rule: { ...RULE, version: 4 }, unique_code: { on: true, max: 999 } });
    const by = { id: family.id, name: 'Wali', role: family.role as Role };
    const acceptance = {
      registration_id: copy.id,
      version: copy.version,
      to: 'withdrawn',
      approved_by: by,
    } as const;
    const origin = { address: '', requestId: 'mundur' };
    const row = () =>
      door
        .db('enrollment_confirmations')
        .where({ registration_id: copy.id })
        .first('status', 'decline_reason');
    expect(await withdrawAcceptance(door.context, { ...acceptance, preview: true }, origin)).toEqual({
      waits: true,
      rule: RULE,
    });
    expect(await row()).toEqual({ status: 'submitted', decline_reason: null });
    expect(await withdrawAcceptance(door.context, acceptance, origin)).toEqual({ waits: true, rule: RULE });
    expect(await row()).toEqual({ status: 'declined', decline_reason: 'Mengundurkan diri' });
    const again = await door.call(createConfirmation, family, { body: { ...body, refund_rule_version: 4 } });
    expect(again.json()).toMatchObject({ statusCode: 409, code: 'not_passed' });
  });

  test('when only families without a confirmation are to leave, then one that has confirmed stays', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const by = { id: family.id, name: 'Wali', role: family.role as Role };
    const { id: registration_id, version } = copy;
    const acceptance = {
      registration_id,
      version,
      to: 'withdrawn',
      approved_by: by,
      unconfirmed: true,
    } as const;
    const origin = { address: '', requestId: 'tutup' };
    const body = { ...confirmationForm(copy), refund_rule_version: 4 };
    expect((await door.call(createConfirmation, family, { body })).statusCode).toBe(201);
    await expect(withdrawAcceptance(door.context, acceptance, origin)).rejects.toMatchObject({
      statusCode: 409,
      code: 'confirmed',
    });
    const other = await copyOf(door, await door.caller());
    const leaves = { ...acceptance, registration_id: other.id, version: other.version };
    expect(await withdrawAcceptance(door.context, leaves, origin)).toEqual({ waits: false, rule: null });
  });

  test('when its fee is still open, then nothing is asked for it any more, and money that comes late is known as late', async () => {
    const { family, copy } = await owing(door);
    const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
    await leaves(copy);
    expect(await door.db('payment_expectations').where({ registration_id: copy.id }).first('status')).toEqual(
      {
        status: 'cancelled',
      },
    );
    expect((await ask(door, family, 'registration_fee', copy.id)).json()).toMatchObject({
      code: 'nothing_owed',
    });
    expect(await door.database.transaction((trx) => lockOwedFee(trx, copy.id))).toBe(0);
    const { account_key } = await door
      .db('payment_expectations')
      .where({ registration_id: copy.id })
      .first('account_key');
    const line = await bankLine(door, asked.transfer_amount);
    await door.db('bank_lines').where({ id: line }).update({ account_key });
    expect(await settledBills(door.db, [line])).toMatchObject([{ line_id: line, cause: 'late' }]);
  });

  const agree = ({ copy }: { readonly copy: { readonly id: string; readonly version: number } }) =>
    endEnrollment(
      door.context,
      {
        registration_id: copy.id,
        version: copy.version,
        to: 'withdrawn',
        approved_by: { id: copy.id, name: 'Hendra', role: 'manager_pendidikan' },
        decided: true,
      },
      { address: '', requestId: 'mundur' },
    );
  const confirmationOf = (id: string) =>
    door.db('enrollment_confirmations').where({ id }).first('status', 'payment_status', 'decline_reason');
  const LEFT = { status: 'declined', decline_reason: 'Mengundurkan diri' };
  const FOUR = { payment_scheme: 'installment' };

  test('when the school agrees and one of four instalments is paid, then it stays, the others ask for nothing, and books balance', async () => {
    const made = await billed(door, FOUR);
    const [first, second] = made.invoices;
    await payInBooks(door, first!, first!.total_amount);
    await payInBooks(door, second!, 1_000_000);
    const paid = first!.total_amount + 1_000_000;
    const expected = { waits: false, rule: null, paid };
    expect(await agree(made)).toEqual(expected);
    expect(await confirmationOf(made.confirmation.id)).toEqual({
      ...LEFT,
      payment_status: 'invoice_generated',
    });
    const invoices = await door
      .db('enrollment_invoices')
      .where({ enrollment_payment_scheme_id: made.scheme.id })
      .orderBy('installment_stage')
      .select('total_amount', 'paid_amount', 'voided_amount');
    expect(invoices.map(({ total_amount, paid_amount }) => [total_amount, paid_amount])).toEqual([
      [first!.total_amount, first!.total_amount],
      [1_000_000, 1_000_000],
      [0, 0],
      [0, 0],
    ]);
    expect(await door.db('enrollment_payment_schemes').where({ id: made.scheme.id }).first()).toMatchObject({
      final_education_fee: paid,
      voided_at: null,
      version: 2,
    });
    expect(await verifyBooks(door.database)).toEqual([]);
    // A decision that was cut off after this is repeated.
    expect(await agree(made)).toEqual(expected);
    await leaves({ ...made.copy, payment_amount: 350_000 } as typeof made.copy);
    const again = await door.call(createConfirmation, made.family, { body: confirmationForm(made.copy) });
    expect(again.json()).toMatchObject({ statusCode: 409, code: 'not_passed' });
    const ended = door.published.filter(
      ({ type, payload }) => type === 'acceptance.ended' && payload.registration_id === made.copy.id,
    );
    expect(ended.length).toBeGreaterThan(0);
  });

  test('when nothing is paid, then the scheme is void, nothing is asked for it any more, and its family is not reminded', async () => {
    const made = await billed(door, FOUR);
    const [invoice] = made.invoices;
    const asked = await ask(door, made.family, 'invoice', invoice!.id);
    expect(asked.statusCode).toBe(201);
    expect(await agree(made)).toEqual({ waits: false, rule: null });
    await leaves({ ...made.copy, payment_amount: 350_000 } as typeof made.copy);
    expect(await confirmationOf(made.confirmation.id)).toEqual({ ...LEFT, payment_status: 'pending' });
    expect(await door.db('payment_expectations').where({ invoice_id: invoice!.id }).first('status')).toEqual({
      status: 'cancelled',
    });
    expect((await ask(door, made.family, 'invoice', invoice!.id)).json()).toMatchObject({
      code: 'nothing_owed',
    });
    const due = await door.database.transaction((trx) =>
      takeDueInvoices(trx, { today: invoice!.due_date, days: [0], now: new Date() }),
    );
    expect(due.filter(({ id }) => id === invoice!.id)).toEqual([]);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when a payment waits to be verified, then that is decided first; without a scheme, or while it waits, the confirmation ends alone', async () => {
    const made = await billed(door);
    await payInBooks(door, made.invoices[0]!, 1_000_000, 'pending');
    await door.db('enrollment_invoices').where({ id: made.invoices[0]!.id }).update({ waiting: true });
    await expect(agree(made)).rejects.toMatchObject({ code: 'payment_waiting' });
    const bare = await processed(door);
    await agree(bare);
    expect(await confirmationOf(bare.confirmation.id)).toMatchObject(LEFT);
    const waiting = await confirmed(door);
    expect(await agree(waiting)).toMatchObject({ waits: true });
    expect(await confirmationOf(waiting.confirmation.id)).toMatchObject(LEFT);
  });

  test('when a re-enrolment that is paid in full ends, then every rupiah stays where it is', async () => {
    const made = await billed(door);
    await payInBooks(door, made.invoices[0]!, made.invoices[0]!.total_amount);
    expect(await agree(made)).toMatchObject({ paid: made.invoices[0]!.total_amount });
    expect(await confirmationOf(made.confirmation.id)).toMatchObject(LEFT);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when its proof waits, then the fee stays open to the decision', async () => {
    const { copy } = await owing(door, 350_000, { payment_status: 'paid' });
    await leaves(copy);
    expect(await door.database.transaction((trx) => lockOwedFee(trx, copy.id))).toBe(350_000);
  });
});
