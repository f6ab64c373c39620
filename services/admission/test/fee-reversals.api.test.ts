import {
  payRegistration,
  proveOnBehalf,
  reverseFee,
  takeFeeInCash,
  verifyPayment,
} from '@gerbang/contracts/registration-payments';
import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { applyFeeReversal } from '../src/registration-payments/reverse-fee.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { proofForm, publishedSince, upload } from './families.ts';
import { inState, traces } from './staff.ts';

const REASON = 'Uangnya tidak jadi masuk';

describe('a verified registration fee that is reversed', () => {
  let door: Door;
  let finance: Caller;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
  });
  afterAll(() => door.close());

  const verified = async (stage?: string) => {
    const state = await inState(door, 'verified');
    if (stage) await door.db('registrations').where({ id: state.made.id }).update({ current_stage: stage });
    return state;
  };
  const reverse = async (id: string, key = uuidv7(), change: object = {}) => {
    const { version } = await door.db('registrations').where({ id }).first('version');
    return door.call(reverseFee, finance, {
      params: { id },
      body: { reason: REASON, version, ...change },
      headers: { 'idempotency-key': key },
    });
  };
  const told = (since: number, type: string) => publishedSince(door, since, type);
  const apply = (event: EventPayload<'fee.reversal.approved'>) =>
    door.database.transaction((trx) => applyFeeReversal(door.context, trx, event, undefined));
  const approved = (id: string): EventPayload<'fee.reversal.approved'> => ({
    request_id: uuidv7(),
    registration_id: id,
    reason: REASON,
    actor: { id: uuidv7(), name: 'Maya Kepala', role: 'manager_pendidikan' },
  });

  test('when there is no result yet, then one person does it, the stage stays and the family is told', async () => {
    const { made } = await verified();
    const since = door.published.length;
    const key = uuidv7();
    const { current_stage: stage } = await door.db('registrations').where({ id: made.id }).first();
    const answer = await reverse(made.id, key);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ payment_status: 'rejected', rejection_reason: REASON, current_stage: stage }),
    ]);
    expect(told(since, 'message.requested')).toMatchObject([{ kind: 'fee_rejected' }]);
    expect(told(since, 'fee.booked')).toMatchObject([{ amount: -made.payment_amount }]);
    const again = await reverse(made.id);
    expect([again.statusCode, again.json().code]).toEqual([409, 'not_verified']);
  });

  test('when the result is known, then billing is asked once, and the fee stays until a second person agrees', async () => {
    const { made } = await verified('passed');
    const since = door.published.length;
    const key = uuidv7();
    const before = (await traces(door, made.id)).row;
    const [first, second] = [await reverse(made.id, key), await reverse(made.id, key)];
    expect([first.statusCode, second.json()]).toEqual([202, first.json()]);
    expect(told(since, 'fee.reversal.asked')).toMatchObject([
      {
        request_id: first.json().request_id,
        registration_id: made.id,
        amount: made.payment_amount,
        reason: REASON,
        actor: { id: finance.id, role: 'finance' },
      },
    ]);
    expect((await traces(door, made.id)).row).toEqual(before);

    await apply(approved(made.id));
    const row = await door.db('registrations').where({ id: made.id }).first();
    expect(row).toMatchObject({
      payment_status: 'rejected',
      rejection_reason: REASON,
      current_stage: 'passed',
    });
    expect(told(since, 'fee.booked')).toMatchObject([{ amount: -made.payment_amount }]);

    // What is no longer verified is reported back.
    const late = approved(made.id);
    await apply(late);
    expect(told(since, 'fee.reversal.refused')).toEqual([{ request_id: late.request_id }]);
  });

  test.each(['verified', 'rejected'] as const)(
    'when the family proves a fee anew that was taken back after the result, then the proof can be %s',
    async (payment_status) => {
      const { family, made } = await verified('passed');
      await apply(approved(made.id));
      const sent = await door.call(payRegistration, family, {
        params: { id: made.id },
        body: proofForm(await upload(door, family)),
      });
      expect(sent.json()).toMatchObject({ payment_status: 'paid', current_stage: 'passed' });
      const decided = await door.call(verifyPayment, finance, {
        params: { id: made.id },
        body: { payment_status, ...(payment_status === 'rejected' && { rejection_reason: REASON }) },
      });
      expect(decided.json()).toMatchObject({ payment_status, current_stage: 'passed' });
    },
  );

  const inCash = (id: string) =>
    door.call(takeFeeInCash, finance, { params: { id }, body: {}, headers: { 'idempotency-key': uuidv7() } });
  const onBehalf = async (id: string) => {
    const desk = await door.caller('cs');
    const body = { payment_evidence_url: await upload(door, desk), payment_status: 'paid' };
    return door.call(proveOnBehalf, desk, { params: { id }, body });
  };

  test.each(['passed', 'failed', 'waitlisted', 'released'] as const)(
    'when a fee is owed again after the result %s, then the counter takes it in cash, or the family’s proof',
    async (stage) => {
      const [paid, proved] = [await verified(stage), await verified(stage)];
      for (const { made } of [paid, proved]) await apply(approved(made.id));
      const answer = await inCash(paid.made.id);
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        expect.objectContaining({
          amount: paid.made.payment_amount,
          registration: expect.objectContaining({ payment_status: 'verified', current_stage: stage }),
        }),
      ]);
      const sent = await onBehalf(proved.made.id);
      expect(sent.json()).toMatchObject({ payment_status: 'paid', current_stage: stage });
    },
  );

  test('when a family has left, then its fee takes neither cash nor a proof', async () => {
    const { made } = await inState(door, 'pending', 'withdrawn');
    for (const answer of [await inCash(made.id), await onBehalf(made.id)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'already_withdrawn']);
    }
  });

  test('when forty reverse one fee at once, then it is reversed once', async () => {
    const { made } = await verified();
    const { version } = await door.db('registrations').where({ id: made.id }).first('version');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => reverse(made.id, uuidv7(), { version })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});
