import { listOwnCorrections } from '@gerbang/contracts/corrections';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { leave, leaveForFamily, objectWithdrawal, readWithdrawal } from '@gerbang/contracts/withdrawals';
import type { EventPayload } from '@gerbang/contracts/events';
import { STAGE_MACHINE, STAGES } from '@gerbang/domain/registration-stages';
import { edgeFor } from '@gerbang/domain/transitions';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import type { Caller } from './door.ts';
import { type Applicant, keyed, MONDAY, offeredPool, openSeats, type Seats } from './seats-world.ts';

const WISH = { reason_code: 'other_school', confirm: true } as const;
const BY_PHONE = { reason_code: 'moving', checked: ['called_back', 'birth_date'] } as const;

describe('families that leave', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  const params = ({ id }: Applicant) => ({ params: { id } });
  const take = (one: Applicant, body: object = WISH, key?: string) =>
    world.door.call(leave, one.family, { ...params(one), body, headers: keyed(key) });
  const takeFor = (one: Applicant, caller: Caller, body: object = BY_PHONE) =>
    world.door.call(leaveForFamily, caller, { ...params(one), body, headers: keyed() });
  const read = async (one: Applicant) =>
    (await world.door.call(readWithdrawal, one.family, params(one))).json();
  const some = async (more: { stage?: string } = {}) => {
    const [one] = (await world.applicants(1, more)) as [Applicant];
    return one;
  };

  test('when a family leaves, then stage, history, trail and one message say so, and the child can be registered again', async () => {
    const one = await some();
    expect(await read(one)).toMatchObject({
      may: 'done',
      why: null,
      follows: [{ kind: 'again' }],
      refundable: { lines: [{ kind: 'fee', paid: 550_000, percent: 0, back: 0 }], total: 0 },
      present: null,
    });
    const answer = await take(one, { ...WISH, note: 'Terima kasih' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      asked_by: 'family',
      reason_code: 'other_school',
      objected_at: null,
    });
    expect(await world.stage(one)).toBe('withdrawn');
    expect(await read(one)).toMatchObject({ may: 'no', follows: [], present: { may_object: false } });
    const { db } = world.door;
    expect(await db('registration_stages').where({ registration_id: one.id })).toMatchObject([
      {
        stage: 'withdrawn',
        content: 'Diterima di sekolah lain',
        note: 'Terima kasih',
        created_by_id: one.family.id,
      },
    ]);
    expect(
      await db('audit_events').where({ subject_id: one.id, action: 'registration.withdrawn' }),
    ).toHaveLength(1);
    expect(world.messages('withdrawal_done')).toHaveLength(1);
    expect(world.door.published.map(({ type }) => type)).not.toContain('withdrawal.refundable');
    const copies = world.door.published.filter(
      ({ type, payload }) => type === 'registration.changed' && payload.id === one.id,
    );
    expect(copies.at(-1)?.payload).toMatchObject({ current_stage: 'withdrawn' });
    await db('registrations').insert({
      id: db.raw('gen_random_uuid()'),
      child_id: one.child_id,
      registration_number: 'PSB-LAGI',
      jenjang: 'SD',
      kelas: '1',
      academic_year: '2026/2027',
      payment_amount: 550_000,
    });
  });

  test.each(STAGES)(
    'when the stage is %s, then a family leaves along the machine and in no other way',
    async (stage) => {
      const one = await some({ stage });
      const may = edgeFor(STAGE_MACHINE, stage, { to: 'withdrawn', by: 'parent' }) !== undefined;
      expect((await read(one)).may).toBe(may ? 'done' : 'no');
      expect((await take(one)).statusCode).toBe(may ? 201 : 409);
      expect(await world.stage(one)).toBe(may ? 'withdrawn' : stage);
    },
  );

  test('when one leaves that holds the last seat, then the next on the list has it in the same minute', async () => {
    const { pool, one, two } = await offeredPool(world, { auto_offer: true });
    expect((await read(one)).follows.map(({ kind }: { kind: string }) => kind)).toEqual(['seat', 'again']);
    expect((await take(one)).statusCode).toBe(201);
    await promoteWaiting(world.door.context);
    expect(await world.held(one)).toMatchObject({ status: 'released' });
    expect(await world.held(two)).toMatchObject({ status: 'open' });
    expect(await world.figures(pool.id)).toMatchObject({ taken: 1, free: 0 });
  });

  test('when one leaves the waiting list, then those behind it move up', async () => {
    const { two, three } = await offeredPool(world);
    expect((await read(two)).follows[0]).toMatchObject({ kind: 'waitlist' });
    expect((await take(two)).statusCode).toBe(201);
    const { db } = world.door;
    expect(await db('waitlist_entries').where({ registration_id: two.id }).first()).toMatchObject({
      status: 'withdrawn',
    });
    expect(await db('waitlist_entries').where({ registration_id: three.id }).first()).toMatchObject({
      status: 'waiting',
    });
  });

  test('when an observation is scheduled, then it is cancelled, and the stage cannot be changed any more', async () => {
    const one = await some({ stage: 'obs_scheduled' });
    await world.door.db('registrations').where({ id: one.id }).update({ observation_date: '2027-02-15' });
    expect((await read(one)).follows[0].text).toBe('Jadwal observasi 15 Februari 2027 dibatalkan.');
    await take(one);
    expect(await world.door.db('registrations').where({ id: one.id }).first()).toMatchObject({
      observation_date: null,
    });
    const moved = await world.door.call(changeStage, world.desk, {
      ...params(one),
      body: { current_stage: 'registered' },
    });
    expect(moved.json()).toMatchObject({ statusCode: 409, code: 'stage_not_allowed' });
  });

  test('when billing refuses, then nothing is written; else its rule is the one that counts', async () => {
    const one = await some({ stage: 'passed' });
    const { context } = world.door;
    const refuse = jest.spyOn(context, 'withdrawAcceptance').mockImplementation(async () => {
      throw conflict('already_processed', 'Sudah diproses.');
    });
    expect((await take(one)).json()).toMatchObject({ statusCode: 409, code: 'already_processed' });
    expect(await world.stage(one)).toBe('passed');
    const rule = {
      version: 4,
      registration_fee: { back: 'percent', percent: 60 },
      education: [],
      deduct: { kind: 'amount', rupiah: 30_000 },
      text: 'Kembali sebagian menurut ketentuan.',
      contact: '',
    } as const;
    refuse.mockImplementation(async () => ({ waits: true, rule: { ...rule, education: [] } }));
    expect(await read(one)).toMatchObject({
      follows: [{ kind: 'confirmation' }, { kind: 'again' }],
      refundable: { rule_version: 4, deduct: 30_000, total: 300_000, text: rule.text },
    });
    const left = (await take(one)).json();
    expect(left).toMatchObject({ refundable: { rule_version: 4, total: 300_000 } });
    const back = world.door.published.filter(({ type }) => type === 'withdrawal.refundable');
    expect(back.map(({ payload }) => payload)).toEqual([
      {
        withdrawal_id: left.id,
        registration_id: one.id,
        lines: [{ kind: 'fee', paid: 550_000, percent: 60, back: 330_000 }],
        deduct: 30_000,
      },
    ]);
    expect(refuse).toHaveBeenLastCalledWith(
      expect.objectContaining({
        registration_id: one.id,
        to: 'withdrawn',
        approved_by: expect.objectContaining(one.family),
      }),
      expect.anything(),
    );
  });

  test('when a proof waits, then it is decided all the same; where none waits, none can be sent any more', async () => {
    const [one, two] = (await world.applicants(2, { stage: 'registered' })) as [Applicant, Applicant];
    const fee = (id: string, payment_status: string) =>
      world.door.db('registrations').where({ id }).update({
        payment_status,
        payment_verified_at: null,
        payment_verified_by: null,
        payment_verified_by_role: null,
      });
    await fee(one.id, 'paid');
    await fee(two.id, 'pending');
    expect((await read(one)).follows[0]).toMatchObject({ kind: 'proof' });
    expect((await read(two)).follows[0]).toMatchObject({ kind: 'fee' });
    await take(one);
    await take(two);
    const { verifyPayment, proveOnBehalf } = await import('@gerbang/contracts/registration-payments');
    const finance = await world.door.caller('finance', 'Fina');
    const verified = await world.door.call(verifyPayment, finance, {
      ...params(one),
      body: { payment_status: 'verified' },
    });
    expect(verified.statusCode).toBe(200);
    // A message that speaks of the observation would mislead it.
    expect(world.messages('fee_verified')).toEqual([]);
    const cs = await world.door.caller('cs', 'Citra');
    const proof = await world.door.call(proveOnBehalf, cs, {
      ...params(two),
      body: {
        payment_evidence_url: '/api/files/0190f2f0-0000-7000-8000-000000000001',
        payment_status: 'paid',
      },
    });
    expect([404, 409, 422]).toContain(proof.statusCode);
    expect(await world.door.db('registrations').where({ id: two.id }).first()).toMatchObject({
      payment_status: 'pending',
    });
  });

  test('when staff do it for a family, then two things were checked, the family is told, and it objects once in 72 hours', async () => {
    const [one, two] = (await world.applicants(2)) as [Applicant, Applicant];
    const cs = await world.door.caller('cs', 'Citra');
    const early = await takeFor(one, cs, { ...BY_PHONE, checked: ['birth_date', 'birth_date'] });
    expect(early.statusCode).toBe(400);
    expect((await takeFor(one, cs)).json()).toMatchObject({ asked_by: 'staff', reason_code: 'moving' });
    expect((await takeFor(two, cs)).statusCode).toBe(201);
    expect(world.messages('withdrawal_done')).toHaveLength(2);
    expect((await read(one)).present).toMatchObject({ may_object: true });
    const object = (who: Applicant) =>
      world.door.call(objectWithdrawal, who.family, {
        ...params(who),
        body: { text: 'Bukan kami yang meminta' },
      });
    expect((await object(one)).json()).toMatchObject({ objected_at: expect.any(String) });
    expect((await object(one)).json()).toMatchObject({ statusCode: 409, code: 'objected' });
    const own = (await world.door.call(listOwnCorrections, one.family, params(one))).json();
    expect(own.requests).toMatchObject([{ text: 'Bukan kami yang meminta', status: 'open' }]);
    await world.door
      .db('withdrawals')
      .where({ registration_id: two.id })
      .update({
        created_at: new Date(MONDAY.getTime() - 73 * 3_600_000),
      });
    expect((await object(two)).json()).toMatchObject({ statusCode: 409, code: 'objection_late' });
  });

  test('when a button is pressed forty times at once, with and without the same key, then one family leaves once', async () => {
    const { pool, one } = await offeredPool(world);
    const key = uuidv7();
    const same = await Promise.all(Array.from({ length: 20 }, () => take(one, WISH, key)));
    const others = await Promise.all(Array.from({ length: 20 }, () => take(one)));
    const answers = new Set(same.map((one) => one.json().code ?? one.statusCode));
    answers.delete('in_flight');
    expect(answers).toEqual(new Set([201]));
    expect((await take(one, WISH, key)).statusCode).toBe(201);
    expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([409]));
    expect(await world.door.db('withdrawals').where({ registration_id: one.id })).toHaveLength(1);
    expect(world.messages('withdrawal_done')).toHaveLength(1);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 0 });
  });

  test('when families leave while results are published, then each has one of the two, and seats fit', async () => {
    await world.pool({ seats: 40, offer_limit: 40 });
    const all = await world.applicants(40);
    const announcement = '0190f2f0-0000-7000-8000-00000000aaaa';
    const [, ...answers] = await Promise.all([
      world.publish(
        all.map((one) => [one, 'passed'] as const),
        announcement,
      ),
      ...all.map((one) => take(one)),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    for (const one of all) expect(await world.stage(one)).toBe('withdrawn');
    const skipped = world.door.published
      .filter(({ type }) => type === 'result.skipped')
      .map(({ payload }) => (payload as EventPayload<'result.skipped'>).reason);
    expect(skipped.every((reason) => reason === 'stage')).toBe(true);
    expect(await world.differences()).toEqual([]);
  });
});
