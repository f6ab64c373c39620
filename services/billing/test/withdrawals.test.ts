import { createConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import { withdrawAcceptance } from '../src/enrollment-confirmations/withdraw-acceptance.ts';
import { eventBatches } from '../src/events/handlers.ts';
import { settledBills } from '../src/bank-matches/bank-matches.repository.ts';
import { lockOwedFee } from '../src/bank-matches/fee-settlements.repository.ts';
import { bankLine } from './fee-settlements.ts';
import { type Door, openDoor } from './door.ts';
import { confirmationForm, copyOf } from './enrollments.ts';
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

  test('when its proof waits, then the fee stays open to the decision', async () => {
    const { copy } = await owing(door, 350_000, { payment_status: 'paid' });
    await leaves(copy);
    expect(await door.database.transaction((trx) => lockOwedFee(trx, copy.id))).toBe(350_000);
  });
});
