import { planYear } from '@gerbang/contracts/academic-years';
import {
  answerContinuation,
  askContinuations,
  type Continuation,
  listContinuations,
  readContinuations,
} from '@gerbang/contracts/continuations';
import { createRegistration } from '@gerbang/contracts/registrations';
import { uuidv7 } from 'uuidv7';
import { remindUnanswered } from '../src/continuations/follow-fees.ts';
import type { Caller } from './door.ts';
import { settingsOf, writeVersion } from './school-world.ts';
import { type Applicant, openSeats, type Seats } from './seats-world.ts';

const TO_SD = {
  jenjang: 'TK',
  kelas: 'TK B',
  to_kelas: '1',
  deadline: '2027-02-20',
  fee_percent: 50,
  observation: false,
};

describe('children that go on to the next class', () => {
  let world: Seats;
  let clock: Date;
  beforeEach(async () => {
    world = await openSeats();
    clock = new Date('2027-02-01T02:00:00Z');
    const planned = await world.door.call(planYear, world.manager, { body: { label: '2027/2028' } });
    if (![201, 409].includes(planned.statusCode)) throw new Error(planned.body);
  });
  afterEach(() => world.close());

  const at = (moment: string) => {
    clock = new Date(moment);
    world.door.setClock(clock);
  };
  const ask = (change: object = {}, label = '2026-2027', caller: Caller = world.manager) =>
    world.door.call(askContinuations, caller, { params: { label }, body: { ...TO_SD, ...change } });
  const answers = async () =>
    (await world.door.call(readContinuations, world.desk, { params: { label: '2026-2027' } })).json();
  const own = async ({ family }: Applicant): Promise<Continuation> =>
    ((await world.door.call(listContinuations, family)).json() as Continuation[])[0] as Continuation;
  const say = async (one: Applicant, answer: 'yes' | 'no', id?: string) =>
    world.door.call(answerContinuation, one.family, {
      params: { id: id ?? (await own(one)).id },
      body: { answer },
    });
  const accepted = async (count = 1, more: object = {}) =>
    world.applicants(count, { jenjang: 'TK', kelas: 'TK B', stage: 'passed', ...more }) as Promise<
      [Applicant, ...Applicant[]]
    >;
  const next = ({ child_id }: Applicant) =>
    world.door.db('registrations').where({ child_id, academic_year: '2027/2028' });

  test('when a class is asked, then each accepted child once, and a preview asks no family', async () => {
    await accepted(2);
    await accepted(1, { stage: 'failed' });
    await accepted(1, { kelas: 'TK A' });
    expect((await ask({ preview: true })).json()).toEqual({
      academic_year: '2027/2028',
      jenjang: 'SD',
      kelas: '1',
      fee: 275_000,
      asked: 2,
      already: 0,
    });
    expect(world.messages('continue_asked')).toEqual([]);
    expect((await ask()).json()).toMatchObject({ asked: 2, already: 0 });
    expect((await ask()).json()).toMatchObject({ asked: 0, already: 2 });
    expect(world.messages('continue_asked')).toHaveLength(2);
    expect(world.messages('continue_asked')[0]).toMatchObject({
      payload: { params: { until: '20 Februari 2027' } },
    });
    expect(await answers()).toMatchObject({ answers: { yes: 0, no: 0, none: 2 } });
  });

  test('when a family says yes without an observation, then one registration is made and its fee decides', async () => {
    const [one] = await accepted();
    await ask();
    expect(await own(one)).toMatchObject({ answer: null, may_answer: true, fee: 275_000, kelas: '1' });
    const { id } = await own(one);
    const twice = await Promise.all([say(one, 'yes', id), say(one, 'yes', id)]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await next(one)).toMatchObject([
      {
        jenjang: 'SD',
        kelas: '1',
        payment_amount: 275_000,
        payment_status: 'pending',
        current_stage: 'registered',
        previous_grade: 'TK B',
      },
    ]);
    expect(await answers()).toMatchObject({ answers: { yes: 1, no: 0, none: 0 } });
    expect((await say(one, 'no')).json().code).toBe('answered');
  });

  test('when nothing is owed, then the portal verifies the fee at once and the child waits for its result', async () => {
    const [one] = await accepted();
    await ask({ fee_percent: 0 });
    expect((await say(one, 'yes')).statusCode).toBe(200);
    expect(await next(one)).toMatchObject([
      {
        payment_amount: 0,
        payment_status: 'verified',
        payment_verified_by_name: 'Sistem',
        current_stage: 'waiting_announcement',
      },
    ]);
    expect(world.door.published.map(({ type }) => type)).not.toContain('fee.booked');
  });

  test('when a document of the child is over, then a yes asks for it again, and one that holds stays', async () => {
    const [one] = await accepted();
    const { db } = world.door;
    const types = await db('document_types')
      .whereIn('key', ['kk', 'akta'])
      .orderBy('key')
      .select('id', 'key');
    await db('child_documents').insert(
      types.map(({ id, key }) => ({
        id: uuidv7(),
        child_id: one.child_id,
        type_id: id,
        status: 'approved',
        current_version: 1,
        approved_version: 1,
        expires_on: key === 'kk' ? '2027-01-31' : '2027-02-01',
      })),
    );
    await ask();
    expect((await say(one, 'yes')).statusCode).toBe(200);
    const states = await db('child_documents as d')
      .join('document_types as t', 't.id', 'd.type_id')
      .where('d.child_id', one.child_id)
      .orderBy('t.key')
      .select('t.key', 'd.status', 'd.expires_on');
    expect(states).toEqual([
      { key: 'akta', status: 'approved', expires_on: '2027-02-01' },
      { key: 'kk', status: 'missing', expires_on: null },
    ]);
  });

  test('when the next class is not offered any more, then a yes is refused and makes nothing', async () => {
    const [one] = await accepted();
    await ask();
    const { school } = world.door.context;
    const levels = school.settings.levels.map((level) => ({ ...level, offered: level.jenjang !== 'SD' }));
    Object.assign(world.door.context, { school: { ...school, settings: { ...school.settings, levels } } });
    expect((await say(one, 'yes')).statusCode).toBe(422);
    Object.assign(world.door.context, { school });
    expect(await next(one)).toEqual([]);
    expect((await say(one, 'yes')).statusCode).toBe(200);
  });

  test('when the child is to be observed, then it stays at the beginning', async () => {
    const [one] = await accepted();
    await ask({ fee_percent: 0, observation: true });
    await say(one, 'yes');
    expect(await next(one)).toMatchObject([{ payment_status: 'verified', current_stage: 'registered' }]);
  });

  test('when the family registers the child itself at the same time, then there is one registration', async () => {
    const all = await accepted(12);
    await ask();
    await world.door
      .db('academic_years')
      .where({ label: '2027/2028' })
      .update({ state: 'open', opened_at: clock });
    const answerAndRegister = async (one: Applicant) => {
      const { id } = await own(one);
      const form = { child_id: one.child_id, jenjang: 'SD', kelas: '1', academic_year: '2027/2028' };
      const [yes, made] = await Promise.all([
        say(one, 'yes', id),
        world.door.call(createRegistration, one.family, { body: form }),
      ]);
      expect(yes.statusCode).toBe(200);
      expect([201, 409]).toContain(made.statusCode);
      const [registration, ...others] = await next(one);
      expect(others).toEqual([]);
      expect((await own(one)).registration_id).toBe(registration.id);
    };
    for (const one of all) await answerAndRegister(one);
  });

  test('when a family says no, then nothing is made and it may change its mind until the deadline', async () => {
    const [one, two] = (await accepted(2)) as [Applicant, Applicant];
    await ask();
    expect((await say(one, 'no')).statusCode).toBe(200);
    expect(await next(one)).toEqual([]);
    expect((await say(one, 'yes')).statusCode).toBe(200);
    at('2027-02-20T16:59:59Z');
    expect((await own(two)).may_answer).toBe(true);
    at('2027-02-20T17:00:00Z');
    expect((await say(two, 'yes')).json().code).toBe('too_late');
    expect(await answers()).toMatchObject({ answers: { yes: 1, no: 0, none: 1 } });
  });

  test('when another family answers, then there is no such question', async () => {
    const [one, two] = (await accepted(2)) as [Applicant, Applicant];
    await ask();
    const { id } = await own(one);
    expect((await say(two, 'yes', id)).statusCode).toBe(404);
  });

  test('when the deadline is near, then families that have not answered are reminded once, by day', async () => {
    const [one] = (await accepted(2)) as [Applicant, Applicant];
    await ask();
    await say(one, 'no');
    at('2027-02-16T03:00:00Z');
    await remindUnanswered(world.door.context);
    expect(world.messages('continue_reminder')).toEqual([]);
    at('2027-02-17T20:00:00Z');
    await remindUnanswered(world.door.context);
    expect(world.messages('continue_reminder')).toEqual([]);
    at('2027-02-18T03:00:00Z');
    await remindUnanswered(world.door.context);
    await remindUnanswered(world.door.context);
    expect(world.messages('continue_reminder')).toHaveLength(1);
  });

  test('when a child has left since it was asked, then nothing is asked of its family any more', async () => {
    const [one, stays] = (await accepted(2)) as [Applicant, Applicant];
    await ask();
    const { id } = await own(one);
    await world.door.db('registrations').where({ id: one.id }).update({ current_stage: 'withdrawn' });
    expect((await world.door.call(listContinuations, one.family)).json()).toEqual([]);
    expect((await say(one, 'yes', id)).statusCode).toBe(404);
    expect(await next(one)).toEqual([]);
    expect(await answers()).toMatchObject({ answers: { yes: 0, no: 0, none: 1 } });
    at('2027-02-18T03:00:00Z');
    await remindUnanswered(world.door.context);
    expect(world.messages('continue_reminder')).toMatchObject([{ payload: { accountId: stays.family.id } }]);
  });

  test.each([
    [{ jenjang: 'SD', kelas: '3', to_kelas: '4' }, 422],
    [{ to_kelas: '7' }, 422],
    [{ to_kelas: null }, 422],
    [{ deadline: '2027-01-31' }, 422],
    [{ fee_percent: 101 }, 400],
  ])('when %j is asked, then it is refused with %i', async (change, status) => {
    expect((await ask(change)).statusCode).toBe(status);
  });

  test('when the set-up leads a class elsewhere, then its families are asked for that, and one that leads nowhere is not asked', async () => {
    const { door } = world;
    await writeVersion(door, 'active', {
      ...settingsOf(door),
      next_classes: [
        { from: 'TK/TK A', to: 'SD/1' },
        { from: 'TK/TK B', to: '' },
      ],
    });
    await door.context.school.look();
    await accepted();
    await accepted(1, { kelas: 'TK A' });
    expect((await ask({ kelas: 'TK A' })).json()).toMatchObject({ jenjang: 'SD', kelas: '1', asked: 1 });
    expect((await ask()).statusCode).toBe(422);
    const { groups } = await answers();
    expect(groups).toMatchObject([{ kelas: 'TK A', to_jenjang: 'SD', to_kelas: '1' }]);
  });

  test('when the year is unknown, or the next one is not planned, then it is refused', async () => {
    expect((await ask({}, '2090-2091')).statusCode).toBe(404);
    await world.door.call(planYear, world.manager, { body: { label: '2028/2029' } });
    expect((await ask({}, '2028-2029')).json().code).toBe('year_state');
  });
});
