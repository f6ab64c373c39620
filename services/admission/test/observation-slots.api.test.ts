import { admissionExport } from '@gerbang/contracts/admission-export';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import type { EventPayload } from '@gerbang/contracts/events';
import { changeStage, observationCalendar } from '@gerbang/contracts/registration-stages';
import { addDaysOff } from '@gerbang/contracts/school-days';
import { leave } from '@gerbang/contracts/withdrawals';
import { STAGES } from '@gerbang/domain/registration-stages';
import { uuidv7 } from 'uuidv7';
import { endRegistrations } from '../src/registration-record/end-data.repository.ts';
import { type Applicant, keyed } from './seats-world.ts';
import type { Caller } from './door.ts';
import { at, DAY, type SlotsWorld, useSlots } from './slots-world.ts';

describe('slots of the observation', () => {
  let world: SlotsWorld;
  useSlots((opened) => (world = opened));

  const some = async (more: { jenjang?: string; stage?: string } = {}) => {
    const [one] = (await world.registered(1, more)) as [Applicant];
    return one;
  };
  const byHand = (one: Applicant, body: object) =>
    world.door.call(changeStage, world.desk, { params: { id: one.id }, body });
  const told = (kind: 'slot_booked' | 'slot_cancelled') =>
    world.messages(kind).map(({ payload }) => {
      const { day, time, place } = (payload as EventPayload<'message.requested'>).params;
      return [day, time, place].filter(Boolean).join(', ');
    });
  const booking = (one: Applicant) =>
    world.door.db('observation_bookings').where({ registration_id: one.id }).orderBy(['created_at', 'id']);

  test('when slots are made, then the calendar shows them by day, level and assessor, and the key makes them once', async () => {
    const dewi = await world.door.caller('staff_pendidikan', 'Dewi');
    const key = uuidv7();
    const slots = [
      world.wanted({ assessors: [dewi.id] }),
      world.wanted({ starts_at: at(DAY, '10:00'), ends_at: at(DAY, '11:00'), jenjang: 'TK' }),
      world.wanted({ starts_at: at('2027-02-09', '08:00'), ends_at: at('2027-02-09', '09:00') }),
    ];
    const made = await world.make(slots, {}, world.desk, key);
    expect(made.statusCode).toBe(201);
    expect(made.json()[0]).toMatchObject({
      place: 'Ruang Anggrek',
      booked: 0,
      closes_at: '2027-02-08T01:00:00.000Z',
      assessors: [{ id: dewi.id, name: 'Dewi' }],
      bookings: [],
    });
    expect((await world.make(slots, {}, world.desk, key)).json()).toEqual(made.json());
    expect((await world.calendar()).slots).toHaveLength(2);
    expect((await world.calendar({ to: '2027-02-09' })).slots).toHaveLength(3);
    expect((await world.calendar({ jenjang: 'TK' })).slots).toHaveLength(1);
    const [{ academic_year }] = made.json();
    expect((await world.calendar({ academic_year })).slots).toHaveLength(2);
    expect((await world.calendar({ academic_year: '2098/2099' })).slots).toEqual([]);
    const own = await world.calendar({ assessor: dewi.id });
    expect(own.slots.map(({ starts_at }) => starts_at)).toEqual(['2027-02-08T01:00:00.000Z']);
    expect(own.assessors).toContainEqual({ id: dewi.id, name: 'Dewi' });
    const days = (from: string, to: string) => world.calendar({ from, to });
    expect(await days('2027-02-01', '2027-04-03')).toHaveProperty('slots');
    expect(await days('2027-02-01', '2027-04-04')).toMatchObject({
      issues: [{ path: 'to', message: 'Paling banyak 62 hari sekaligus' }],
    });
    expect(await days('2027-02-02', '2027-02-01')).toMatchObject({
      issues: [{ path: 'to', message: 'Pilih 2 Februari 2027 atau sesudahnya' }],
    });
    expect(await world.door.db('audit_events').where({ action: 'slot.created' })).toHaveLength(3);
  });

  test('when a day was typed by hand, then the calendar shows the child without a slot, until it has one', async () => {
    const one = await some();
    await some({ stage: 'obs_scheduled' });
    expect(await world.calendar()).not.toHaveProperty('without_slot');
    const typed = { content: DAY, observation_time: '10:00', observation_place: 'Aula' };
    await byHand(one, { current_stage: 'obs_scheduled', ...typed });
    expect((await world.calendar()).without_slot).toEqual([
      {
        registration_id: one.id,
        registration_number: expect.any(String),
        child_name: expect.any(String),
        academic_year: '2026/2027',
        jenjang: 'SD',
        day: DAY,
        time: '10:00',
        place: 'Aula',
      },
    ]);
    expect(await world.calendar({ jenjang: 'TK' })).not.toHaveProperty('without_slot');
    expect(await world.calendar({ academic_year: '2098/2099' })).not.toHaveProperty('without_slot');
    const slot = await world.slot({ starts_at: at(DAY, '10:00'), ends_at: at(DAY, '11:00'), place: 'Aula' });
    expect((await world.book(one, slot)).statusCode).toBe(200);
    expect(await world.calendar()).not.toHaveProperty('without_slot');
    expect(await world.faults()).toEqual([]);
  });

  test('when a day with slots becomes a day off, then the count of them is told, and they stay', async () => {
    await world.slot();
    await world.slot({ place: 'Aula' });
    await world.cancel(await world.slot({ place: 'Melati' }));
    const day = (name: string, on: string) => ({ day: on, name, kind: 'school' });
    const body = { days: [day('Rapat guru', DAY), day('Kosong', '2027-02-10')] };
    const added = await world.door.call(addDaysOff, world.desk, { body });
    expect(added.json()).toMatchObject({ warnings: [{ day: DAY, count: 2 }] });
    expect((await world.calendar()).slots).toHaveLength(2);
  });

  test('when a place or a person is there already, then none of the slots is made, in the same call too', async () => {
    const dewi = await world.door.caller('staff_pendidikan', 'Dewi');
    await world.slot({ assessors: [dewi.id] });
    const next = world.wanted({ starts_at: at(DAY, '09:30'), ends_at: at(DAY, '10:30') });
    const place = await world.make([
      next,
      world.wanted({ place: ' ruang anggrek ', starts_at: at(DAY, '09:00') }),
    ]);
    expect(place.json()).toMatchObject({
      statusCode: 409,
      code: 'place_taken',
      message: 'Ruang Anggrek sudah terpakai pada 8 Februari 2027, 08.00–09.30 WIB.',
    });
    const person = await world.make([world.wanted({ place: 'Ruang Melati', assessors: [dewi.id] })]);
    expect(person.json()).toMatchObject({
      statusCode: 409,
      code: 'assessor_taken',
      details: { who: 'Dewi' },
    });
    expect((await world.make([next, next])).json()).toMatchObject({ code: 'place_taken' });
    expect((await world.calendar()).slots).toHaveLength(1);
    await expect(
      world.door.db.raw(`insert into observation_slots (id, academic_year, jenjang, starts_at, ends_at, place, capacity,
        opens_at, closes_at) select gen_random_uuid(), academic_year, jenjang, starts_at, ends_at, 'RUANG anggrek', 1,
        opens_at, closes_at from observation_slots`),
    ).rejects.toThrow('observation_slots_apart');
  });

  test.each([
    ['over', { starts_at: at('2027-01-04', '08:00'), ends_at: at('2027-01-04', '09:00') }, 422, 'slot_times'],
    ['too long', { ends_at: at(DAY, '13:00') }, 422, 'slot_times'],
    ['backwards', { ends_at: at(DAY, '07:00') }, 422, 'slot_times'],
    ['chosen after it begins', { closes_at: at(DAY, '09:00') }, 422, 'slot_times'],
    ['of a year that is not open', { academic_year: '2019/2020' }, 422, 'academic_year'],
    ['of nobody', { assessors: ['0190f2f0-0000-7000-8000-000000000001'] }, 422, 'assessors'],
    ['too full', { capacity: 41 }, 400, 'bad_request'],
  ])('when a slot is %s, then it is refused', async (_what, change, status, code) => {
    expect((await world.make([world.wanted(change)])).json()).toMatchObject({ statusCode: status, code });
    expect((await world.calendar()).slots).toEqual([]);
  });

  test('when the day is off, then a slot needs a reason; without a key none is made', async () => {
    await world.door.db('school_days_off').insert({
      id: uuidv7(),
      day: DAY,
      name: 'Isra Mikraj',
      kind: 'national',
      source: 'typed',
      created_by_id: world.desk.id,
    });
    const off = await world.make([world.wanted()]);
    expect(off.json()).toMatchObject({
      statusCode: 422,
      code: 'day_off',
      details: { day: DAY, name: 'Isra Mikraj' },
    });
    expect((await world.make([world.wanted()], { override: true })).statusCode).toBe(422);
    const made = await world.make([world.wanted()], { override: true, reason: 'Diminta orang tua' });
    expect(made.statusCode).toBe(201);
  });

  test('when a stage set by hand names a slot, then the child has a place in it, of roles that give places', async () => {
    const one = await some();
    const slot = await world.slot();
    const move = (caller: Caller, more: object = {}) =>
      world.door.call(changeStage, caller, {
        params: { id: one.id },
        body: { current_stage: 'obs_scheduled', slot_id: slot.id, ...more },
      });
    expect((await move(await world.door.caller('it', 'Indra'))).statusCode).toBe(403);
    expect((await move(world.desk, { note: 'Datang lebih awal' })).statusCode).toBe(400);
    expect((await move(world.desk, { content: '2027-02-10' })).json()).toMatchObject({
      observation_date: DAY,
    });
    expect((await world.calendar()).slots).toMatchObject([{ booked: 1 }]);
    expect((await move(world.desk, { current_stage: 'obs_attended' })).statusCode).toBe(400);
    expect(await world.faults()).toEqual([]);
  });

  test('when staff book and move a registration, then stage, history, calendar file, trail and messages follow', async () => {
    const one = await some();
    const first = await world.slot();
    const second = await world.slot({
      starts_at: at(DAY, '10:00'),
      ends_at: at(DAY, '11:00'),
      place: 'Aula',
    });
    const answer = await world.book(one, first);
    expect(answer.json()).toMatchObject({ current_stage: 'obs_scheduled', observation_date: DAY });
    expect((await world.book(one, first)).statusCode).toBe(200);
    expect((await world.calendar()).slots[0]).toMatchObject({
      booked: 1,
      bookings: [{ registration_id: one.id, status: 'booked' }],
    });
    expect((await world.book(one, second)).statusCode).toBe(200);
    expect((await world.calendar()).slots.map(({ booked }) => booked)).toEqual([0, 1]);
    expect(await booking(one)).toMatchObject([{ status: 'moved' }, { status: 'booked', moves: 0 }]);
    const { db } = world.door;
    expect(
      await db('registration_stages').where({ registration_id: one.id }).orderBy(['reached_at', 'id']),
    ).toMatchObject([
      { content: DAY, observation_time: '08:00', observation_place: 'Ruang Anggrek' },
      { content: DAY, observation_time: '10:00', observation_place: 'Aula' },
    ]);
    const file = await world.door.call(observationCalendar, one.family, { params: { id: one.id } });
    expect(file.body).toContain('DTSTART;TZID=Asia/Jakarta:20270208T100000');
    expect(file.body).toContain('SEQUENCE:1');
    expect(told('slot_booked')).toEqual([
      'Senin, 8 Februari 2027, 08.00 WIB, Ruang Anggrek',
      'Senin, 8 Februari 2027, 10.00 WIB, Aula',
    ]);
    expect(world.messages('stage_changed')).toEqual([]);
    const trail = await db('audit_events').where({
      subject_id: one.id,
      action: 'registration.stage_changed',
    });
    expect(trail).toHaveLength(2);
    const data = (await world.door.call(admissionExport, one.family, { body: {} })).json();
    expect(data.registrations[0].observation_bookings).toMatchObject([
      { status: 'moved', place: 'Ruang Anggrek', source: 'staff' },
      { status: 'booked', place: 'Aula' },
    ]);
    expect(await world.faults()).toEqual([]);
  });

  // Without a list no child is on one.
  test.each(STAGES.filter((stage) => stage !== 'waitlisted'))(
    'when the stage is %s, then a place is given where staff could type a date',
    async (stage) => {
      const one = await some({ stage });
      const answer = await world.book(one, await world.slot());
      const may = ['registered', 'obs_scheduled', 'obs_not_attended'].includes(stage);
      expect(answer.json()).toMatchObject(
        may ? { current_stage: 'obs_scheduled' } : { statusCode: 409, code: 'stage_not_allowed' },
      );
      expect(await world.faults()).toEqual([]);
    },
  );

  test('when a slot is full, over, cancelled, of another level or none, then no place is given, with those that have room', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const full = await world.slot({ capacity: 1 });
    const free = await world.slot({ place: 'Aula', published: false });
    await world.book(one, full);
    expect((await world.book(two, full)).json()).toMatchObject({
      statusCode: 409,
      code: 'slot_full',
      message: 'Tempat itu baru saja terisi. Pilih waktu lain.',
      details: { days: [{ slots: [{ id: free.id, place: 'Aula', left: 3 }] }] },
    });
    const tk = await world.slot({ jenjang: 'TK', place: 'TK 1' });
    expect((await world.book(two, tk)).statusCode).toBe(404);
    expect((await world.book(two, { id: uuidv7() })).statusCode).toBe(404);
    await world.cancel(free);
    expect((await world.book(two, free)).json()).toMatchObject({ statusCode: 409, code: 'slot_closed' });
    world.door.setClock(new Date(at(DAY, '10:00')));
    expect((await world.book(two, full)).json()).toMatchObject({ statusCode: 409, code: 'slot_closed' });
    await world.door.db('registrations').where({ id: two.id }).update({
      payment_status: 'paid',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
    });
    expect((await world.book(two, full)).json()).toMatchObject({ statusCode: 409, code: 'fee_not_verified' });
    expect(await world.faults()).toEqual([]);
  });

  test.each([
    ['registered', { content: null }, 'cancelled'],
    ['obs_attended', { content: 'Hadir' }, 'attended'],
    ['obs_not_attended', { content: 'Tidak hadir' }, 'absent'],
    ['obs_scheduled', { content: '2027-02-10' }, 'cancelled'],
    ['obs_scheduled', { content: DAY, observation_time: '13:00' }, 'cancelled'],
    ['obs_scheduled', { content: DAY, observation_time: '08:00', note: 'Bawa rapor' }, 'booked'],
  ])('when staff set the stage %s by hand (%j), then the booking is %s', async (to, body, status) => {
    const one = await some();
    const slot = await world.slot();
    await world.book(one, slot);
    expect((await byHand(one, { current_stage: to, ...body })).statusCode).toBe(200);
    expect(await booking(one)).toMatchObject([{ status }]);
    expect((await world.calendar()).slots[0]).toMatchObject({ booked: status === 'booked' ? 1 : 0 });
    expect(await world.faults()).toEqual([]);
  });

  test('when a family leaves or its data ends, then its place is free', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const slot = await world.slot();
    await world.book(one, slot);
    await world.book(two, slot);
    const wish = { reason_code: 'moving', confirm: true };
    const left = await world.door.call(leave, one.family, {
      params: { id: one.id },
      body: wish,
      headers: keyed(),
    });
    expect(left.statusCode).toBe(201);
    expect((await world.calendar()).slots[0]).toMatchObject({ booked: 1 });
    await world.door.database.transaction((trx) => endRegistrations(world.door.context, trx, [two.id]));
    expect((await world.calendar()).slots[0]).toMatchObject({ booked: 0, bookings: [] });
    expect(await world.faults()).toEqual([]);
  });

  test('when a slot is changed, then its registrations follow, told where wanted, and never below those booked', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const slot = await world.slot();
    await world.book(one, slot);
    await world.book(two, slot);
    const [present] = (await world.calendar()).slots;
    if (!present) throw new Error('no slot');
    expect((await world.change(slot, { place: 'Aula' })).json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
    });
    expect((await world.change(present, { capacity: 1 })).json()).toMatchObject({
      code: 'below_booked',
      details: { booked: 2 },
    });
    const quiet = await world.change(present, { capacity: 2, instructions: 'Bawa rapor', notify: false });
    expect(quiet.json()).toMatchObject({ capacity: 2, instructions: 'Bawa rapor' });
    expect(await world.door.db('registration_stages').where({ registration_id: one.id })).toHaveLength(1);
    const sent = world.messages('slot_booked').length;
    const times = { starts_at: at('2027-02-09', '10:00'), ends_at: at('2027-02-09', '11:00') };
    const moved = await world.change(quiet.json(), { ...times, place: 'Aula' });
    expect(moved.json()).toMatchObject({ booked: 2, place: 'Aula', closes_at: '2027-02-09T03:00:00.000Z' });
    expect(world.messages('slot_booked')).toHaveLength(sent + 2);
    const row = await world.door.db('registrations').where({ id: two.id }).first();
    expect(row).toMatchObject({ observation_date: '2027-02-09' });
    const other = await world.slot({ place: 'Ruang Melati', ...times });
    expect((await world.change(other, { place: 'AULA' })).json()).toMatchObject({ code: 'place_taken' });
    expect((await world.change(other, { starts_at: at('2027-01-04', '08:00') })).statusCode).toBe(422);
    expect((await world.change(other, {})).json()).toMatchObject({ version: other.version });
    expect(await world.faults()).toEqual([]);
  });

  test('when staff look at the dashboard, then each day of the week has the places of its published slots', async () => {
    const [one] = (await world.registered(1)) as [Applicant];
    const slot = await world.slot();
    await world.slot({ place: 'Aula', jenjang: 'TK', capacity: 5 });
    await world.slot({ place: 'Ruang Melati', published: false });
    const moved = async (from: string, until: string, change: Record<string, unknown> = {}) => {
      const { id } = await world.slot({ place: from, ...change });
      await world.door.db('observation_slots').where({ id }).update({ starts_at: from, ends_at: until });
      return { id };
    };
    await moved(at('2027-02-09', '00:30'), at('2027-02-09', '01:30'), { capacity: 2 });
    await moved(at('2027-02-13', '23:00'), at('2027-02-13', '23:30'));
    await moved(at('2027-02-15', '00:30'), at('2027-02-15', '01:00'));
    await world.cancel(await moved(at('2027-02-10', '08:00'), at('2027-02-10', '09:00')));
    await world.book(one, slot);
    world.door.setClock(new Date(at('2027-02-10', '09:00')));
    const { staff } = (await world.door.call(admissionDashboard, world.desk)).json();
    expect(staff.observations).toEqual([
      { day: DAY, count: 1, places: 8 },
      { day: '2027-02-09', count: 0, places: 2 },
      { day: '2027-02-10', count: 0 },
      { day: '2027-02-11', count: 0 },
      { day: '2027-02-12', count: 0 },
      { day: '2027-02-13', count: 0, places: 3 },
    ]);
  });

  test('when a slot is cancelled, then its registrations wait again, each family is told once, and place and people are free', async () => {
    const dewi = await world.door.caller('staff_pendidikan', 'Dewi');
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const slot = await world.slot({ assessors: [dewi.id] });
    await world.book(one, slot);
    await world.book(two, slot);
    const key = uuidv7();
    expect((await world.cancel(slot, key)).json()).toEqual({ told: 2 });
    expect((await world.cancel(slot, key)).json()).toEqual({ told: 2 });
    expect((await world.cancel(slot)).json()).toMatchObject({ statusCode: 409, code: 'slot_closed' });
    expect(await world.stage(one)).toBe('registered');
    expect(await booking(one)).toMatchObject([{ status: 'cancelled' }]);
    expect(told('slot_cancelled')).toEqual(Array(2).fill('Senin, 8 Februari 2027, 08.00 WIB'));
    expect((await world.calendar()).slots).toEqual([]);
    await world.slot({ assessors: [dewi.id] });
    expect(await world.faults()).toEqual([]);
  });
});
