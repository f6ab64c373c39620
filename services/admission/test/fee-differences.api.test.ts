import { admissionExport } from '@gerbang/contracts/admission-export';
import { getRegistration, listRegistrations } from '@gerbang/contracts/registrations';
import { leave, readWithdrawal } from '@gerbang/contracts/withdrawals';
import { uuidv7 } from 'uuidv7';
import { replayBookedFees } from '../src/registration-payments/booked-fees.ts';
import { publishedSince, statuses } from './families.ts';
import { type Differences, MISSING, useDifferences } from './fee-differences.ts';
import { settled } from './fee-settlements.ts';
import { inState } from './staff.ts';

describe('the difference of a registration fee after a correction', () => {
  let door: Differences['door'];
  let fees: Differences['fees'];
  let settle: Differences['settle'];
  useDifferences((opened) => ({ door, fees, settle } = opened));

  const outcome = (answer: { statusCode: number; json(): { code?: string } }) => [
    answer.statusCode,
    answer.json().code,
  ];

  test('when the fee of the corrected level is higher, then it waits for finance, and an opposite correction ends it', async () => {
    const { id } = await fees.moved();
    expect(await fees.difference(id)).toMatchObject({ fee: 550_000, amount: MISSING, way: null });
    await fees.place(id, { jenjang: 'KB' });
    expect(await fees.difference(id)).toBeUndefined();
    expect(outcome(await fees.decide(id, { way: 'ask' }))).toEqual([409, 'no_difference']);
  });

  test.each([
    [{ way: 'give_back' }, [422, 'way']],
    [{ way: 'leave' }, [422, 'reason']],
    [{ way: 'leave', reason: 'pendek' }, [400, 'bad_request']],
    [{ way: 'ask', version: 999 }, [409, 'stale']],
    [{ way: 'leave', reason: 'Disepakati dengan keluarga' }, [200, undefined]],
    [{ way: 'ask' }, [200, undefined]],
  ] as const)('when finance decides %j about what is missing, then %j', async (body, expected) => {
    const { id } = await fees.moved();
    expect(outcome(await fees.decide(id, body))).toEqual(expected);
    expect((await fees.difference(id))?.way).toBe(expected[0] === 200 ? body.way : null);
  });

  test('when too much was paid, then billing begins one refund, and the decision stands with its reason, in trail and export', async () => {
    const { id, family } = await fees.moved({ jenjang: 'KB' });
    expect(outcome(await fees.decide(id, { way: 'ask' }))).toEqual([422, 'way']);
    const reason = 'Ditransfer 28 November ke rekening ayah';
    const from = door.published.length;
    expect(outcome(await fees.decide(id, { way: 'give_back', reason }))).toEqual([200, undefined]);
    await fees.decide(id, { way: 'give_back', reason: 'Ditransfer 29 November ke rekening ayah' });
    await fees.decide(id, { way: 'give_back', reason });
    expect(await fees.difference(id)).toMatchObject({ amount: -MISSING, way: 'give_back', reason });
    expect(publishedSince(door, from, 'withdrawal.refundable')).toMatchObject([
      { registration_id: id, cause: 'overpaid', lines: [{ paid: 550_000, back: MISSING }], deduct: 0 },
    ]);
    const notes = await door
      .db('audit_events')
      .where({ action: 'registration.fee_difference_decided', subject_id: id });
    expect(notes[0].details).toMatchObject({ amount: -MISSING, way: { from: null, to: 'give_back' } });
    const exported = (await door.call(admissionExport, family, {})).json();
    expect(exported.registrations[0].fee_differences).toMatchObject([{ way: 'give_back', paid_at: null }]);
  });

  test('when a fee that was given back is corrected upward, then what was given back stands, and what is missing is asked for', async () => {
    const { id, family } = await fees.moved({ jenjang: 'KB' });
    const reason = 'Ditransfer 28 November ke rekening ayah';
    await fees.decide(id, { way: 'give_back', reason });
    await fees.place(id, { jenjang: 'SD', kelas: '1' });
    expect(await fees.difference(id)).toMatchObject({
      fee: 550_000,
      amount: MISSING,
      given_back: MISSING,
      way: null,
    });
    // Back again, the earlier decision is the one that stands.
    await fees.place(id, { jenjang: 'KB' });
    expect(await fees.difference(id)).toMatchObject({ amount: -MISSING, way: 'give_back', reason });
    await fees.place(id, { jenjang: 'SD', kelas: '1' });
    await fees.decide(id, { way: 'ask' });
    await settle(settled({ id, payment_amount: MISSING }));
    expect(await fees.difference(id)).toBeUndefined();
    const exported = (await door.call(admissionExport, family, {})).json();
    expect(exported.registrations[0].fee_differences).toMatchObject([
      { amount: -MISSING, way: 'give_back', reason },
      { amount: MISSING, way: 'ask', paid_at: expect.any(String) },
    ]);
  });

  test('when the rest of the very line that paid the fee pays the difference, then it counts once', async () => {
    const { made } = await inState(door, 'paid', 'registered', {
      jenjang: 'KB',
      kelas: null,
      payment_amount: 350_000,
    });
    const { id } = made;
    const first = settled({ id, payment_amount: 350_000 });
    await settle(first);
    await fees.place(id, { jenjang: 'SD', kelas: '1' });
    await fees.decide(id, { way: 'ask' });
    const from = door.published.length;
    for (const amount of [350_000, MISSING, MISSING]) await settle({ ...first, amount });
    expect(publishedSince(door, from, 'fee.booked')).toMatchObject([{ amount: MISSING }]);
    expect(publishedSince(door, from, 'fee.settlement.refused')).toEqual([]);
  });

  test('when the rest of the line that paid the fee is as much as the fee, then it pays the difference all the same', async () => {
    const half = 275_000;
    const { made } = await inState(door, 'paid', 'registered', {
      jenjang: 'KB',
      kelas: null,
      payment_amount: half,
    });
    const { id } = made;
    const money = settled({ id, payment_amount: half });
    await settle(money);
    await fees.place(id, { jenjang: 'SD', kelas: '1' });
    await fees.decide(id, { way: 'ask' });
    expect(await fees.difference(id)).toMatchObject({ fee: 550_000, amount: half, way: 'ask' });
    const from = door.published.length;
    for (let times = 0; times < 2; times += 1) await settle(money);
    expect(await fees.difference(id)).toBeUndefined();
    expect(publishedSince(door, from, 'fee.booked')).toMatchObject([{ amount: half }]);
    expect(publishedSince(door, from, 'fee.settlement.refused')).toEqual([]);
  });

  test('when a family leaves, then it owes no difference any more, and what was too much still waits for finance', async () => {
    const depart = async (changes?: Record<string, unknown>, way?: string) => {
      const { id, family } = await fees.moved(changes);
      if (way) await fees.decide(id, { way });
      const params = { params: { id } };
      const state = (await door.call(readWithdrawal, family, params)).json();
      const from = door.published.length;
      const body = { reason_code: 'cost', confirm: true } as const;
      const left = await door.call(leave, family, {
        ...params,
        body,
        headers: { 'idempotency-key': uuidv7() },
      });
      expect(left.statusCode).toBe(201);
      return { id, family, state, from };
    };
    const kinds = ({ follows }: { follows: { kind: string }[] }) => follows.map(({ kind }) => kind);

    const owing = await depart(undefined, 'ask');
    expect(kinds(owing.state)).toContain('rest');
    expect(publishedSince(door, owing.from, 'registration.changed').at(-1)).not.toHaveProperty('fee_asked');
    const one = (await door.call(getRegistration, owing.family, { params: { id: owing.id } })).json();
    expect(one).not.toHaveProperty('fee_asked');
    expect(await fees.difference(owing.id)).toBeUndefined();
    expect(outcome(await fees.decide(owing.id, { way: 'ask' }))).toEqual([409, 'no_difference']);
    // Admission refuses money that was on its way: billing keeps it for the family.
    await settle(settled({ id: owing.id, payment_amount: MISSING }));
    expect(publishedSince(door, owing.from, 'fee.settlement.refused')).toMatchObject([{ reason: 'already' }]);

    const owed = await depart({ jenjang: 'KB' });
    expect(kinds(owed.state)).not.toContain('rest');
    // The rule counts from the fee of the corrected level: the rest goes back beside it.
    expect(owed.state.refundable.lines).toMatchObject([{ kind: 'fee', paid: 350_000 }]);
    expect(await fees.difference(owed.id)).toMatchObject({ amount: -MISSING, way: null });
    expect(outcome(await fees.decide(owed.id, { way: 'give_back' }))).toEqual([200, undefined]);
    expect(await fees.difference(owed.id)).toMatchObject({ amount: -MISSING, way: 'give_back' });
  });

  test('when it is asked for, then the family and billing see it, the bank pays exactly that once, and the books have it', async () => {
    const { id, family } = await fees.moved();
    const from = door.published.length;
    await fees.decide(id, { way: 'ask' });
    expect(publishedSince(door, from, 'registration.changed').at(-1)).toMatchObject({
      payment_status: 'verified',
      fee_asked: { amount: MISSING },
    });
    expect(publishedSince(door, from, 'message.requested')).toMatchObject([{ kind: 'data_corrected' }]);
    const [row] = (await door.call(listRegistrations, family, {})).json();
    const one = (await door.call(getRegistration, family, { params: { id } })).json();
    expect([row.fee_asked, one.fee_asked]).toEqual([MISSING, MISSING]);
    const event = settled({ id, payment_amount: MISSING });
    const other = settled({ id, payment_amount: 350_000 });
    await settle(other);
    expect(publishedSince(door, from, 'fee.settlement.refused')).toMatchObject([{ reason: 'amount' }]);
    await settle(event);
    await settle(event, uuidv7());
    expect(publishedSince(door, from, 'fee.settlement.refused')).toHaveLength(1);
    expect(publishedSince(door, from, 'registration.changed').at(-1)).toMatchObject({
      payment_amount: 350_000,
      fee_extra: MISSING,
    });
    expect(publishedSince(door, from, 'registration.changed').at(-1)).not.toHaveProperty('fee_asked');
    const booked = publishedSince(door, from, 'fee.booked');
    expect(booked).toMatchObject([
      { amount: MISSING, jenjang: 'SD', method: 'bank_line', paid_on: event.settled_on },
    ]);
    expect(await fees.difference(id)).toBeUndefined();
    const again = door.published.length;
    await replayBookedFees(door.context);
    expect(publishedSince(door, again, 'fee.booked')).toEqual(expect.arrayContaining(booked));
    // What was paid counts: back in the first level it is too much.
    await fees.place(id, { jenjang: 'KB' });
    expect(await fees.difference(id)).toMatchObject({ fee: 350_000, amount: -MISSING });
  });

  test('when forty people decide at once, and money comes beside them, then one decides, and money is never counted twice', async () => {
    const { id } = await fees.moved();
    const { version } = await door.db('registrations').where({ id }).first('version');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_all, at) =>
        fees.decide(id, { way: at % 2 ? 'ask' : 'leave', reason: 'Disepakati dengan keluarga', version }),
      ),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 39 }, () => 409)]);
    await fees.decide(id, { way: 'ask' });
    const from = door.published.length;
    await Promise.all(Array.from({ length: 40 }, () => settle(settled({ id, payment_amount: MISSING }))));
    expect(publishedSince(door, from, 'fee.booked')).toHaveLength(1);
    expect(publishedSince(door, from, 'fee.settlement.refused')).toHaveLength(39);
  });
});
