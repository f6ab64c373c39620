import { listRegistrations } from '@gerbang/contracts/registrations';
import type { EventPayload } from '@gerbang/contracts/events';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import { changeStage, observationCalendar } from '@gerbang/contracts/registration-stages';
import { listStaffRegistrations, summarizeStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { addDaysOff } from '@gerbang/contracts/school-days';
import { giveUpSlot, readSlotChoices, type SlotChoices } from '@gerbang/contracts/slot-choices';
import { addDays } from '@gerbang/domain/reports';
import { uuidv7 } from 'uuidv7';
import { page, send } from './child-documents.ts';
import type { Applicant } from './seats-world.ts';
import { at, DAY, type SlotsWorld, useSlots } from './slots-world.ts';

describe('a family that chooses its slot', () => {
  let world: SlotsWorld;
  useSlots((opened) => (world = opened));

  const some = async (more: { jenjang?: string; stage?: string } = {}) =>
    (await world.registered(1, more))[0] as Applicant;
  const later = (time: string, more: object = {}) =>
    world.slot({ starts_at: at(DAY, time), ends_at: at(DAY, time.replace(':00', ':45')), ...more });
  const row = async (one: Applicant) =>
    ((await world.door.call(listRegistrations, one.family)).json() as object[])[0];

  test('when no slot is published, then the list of registrations is as before, and nothing can be chosen', async () => {
    const one = await some();
    await world.slot({ published: false });
    await world.slot({ place: 'Aula', jenjang: 'TK' });
    expect(await row(one)).not.toHaveProperty('slots');
    expect((await world.choices(one)).json()).toEqual({
      can_choose: true,
      cutoff_hours: 24,
      moves_left: 2,
      days: [],
      booking: null,
    });
  });

  test('when it chooses, then stage, history, message and links follow, once for a key', async () => {
    const one = await some();
    const slot = await world.slot({ instructions: 'Bawa sepatu' });
    await world.slot({ place: 'Aula', capacity: 9 });
    expect(await row(one)).toHaveProperty('slots', true);
    const shown = (await world.choices(one)).json();
    expect(shown.days).toMatchObject([
      {
        day: DAY,
        slots: [
          { place: 'Aula', left: null },
          { place: 'Ruang Anggrek', left: 3, mine: false },
        ],
      },
    ]);
    const key = uuidv7();
    const answer = await world.choose(one, slot, { key, attendees: 'both', needs: 'Kursi roda' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      booking: {
        id: slot.id,
        place: 'Ruang Anggrek',
        attendees: 'both',
        needs: 'Kursi roda',
        google_url: expect.stringContaining('20270208T010000Z%2F20270208T023000Z'),
      },
      ics_url: expect.stringMatching(/\/api\/observasi\/[\w-]{65}\.ics$/u),
    });
    const again = await world.choose(one, slot, { key, attendees: 'both', needs: 'Kursi roda' });
    expect(again.json()).toEqual(answer.json());
    expect(await world.stage(one)).toBe('obs_scheduled');
    const told = world
      .messages('slot_booked')
      .map(({ payload }) => payload) as EventPayload<'message.requested'>[];
    expect(told).toHaveLength(1);
    expect(world.messages('stage_changed')).toEqual([]);
    expect((await world.calendar()).slots.find(({ id }) => id === slot.id)).toMatchObject({
      booked: 1,
      bookings: [{ attendees: 'both', needs: 'Kursi roda' }],
    });
    // What it says about its visit changes without a move.
    expect((await world.choose(one, slot, { attendees: 'father' })).json()).toMatchObject({
      booking: { attendees: 'father', needs: null },
    });
    expect((await world.choices(one)).json()).toMatchObject({ moves_left: 2, booking: { id: slot.id } });
    expect(await world.faults()).toEqual([]);
  });

  test('when it moves twice and gives up, then a third change is refused', async () => {
    const one = await some();
    const [first, second, third] = [await later('08:00'), await later('10:00'), await later('13:00')];
    for (const slot of [first, second, third]) {
      expect((await world.choose(one, slot)).statusCode).toBe(200);
    }
    const refused = await world.choose(one, first);
    expect(refused.json()).toMatchObject({
      statusCode: 409,
      code: 'moves_used',
      message: 'Jadwal sudah dipindah dua kali. Hubungi sekolah.',
    });
    expect((await world.giveUp(one)).json()).toMatchObject({ code: 'moves_used' });
    expect(await world.faults()).toEqual([]);
  });

  test('when it gives its slot up, then the place is free, a move is used, and it chooses anew', async () => {
    const one = await some();
    const slot = await world.slot({ capacity: 1 });
    await world.choose(one, slot);
    // A slot that is full is still its own.
    expect((await world.choices(one)).json().days).toMatchObject([
      { slots: [{ id: slot.id, left: 0, mine: true }] },
    ]);
    const given = await world.door.call(giveUpSlot, one.family, {
      params: { id: one.id },
      body: { reason: 'Anak sakit' },
    });
    expect(given.json()).toEqual({ moves_left: 1 });
    expect(await world.stage(one)).toBe('registered');
    const notes = await world.door.db('registration_stages').where({ registration_id: one.id }).pluck('note');
    expect(notes).toContain('Jadwal dilepas oleh keluarga: Anak sakit');
    expect((await world.giveUp(one)).statusCode).toBe(409);
    expect((await world.choose(one, slot)).statusCode).toBe(200);
    expect((await world.choices(one)).json()).toMatchObject({ moves_left: 1 });
    expect(await world.faults()).toEqual([]);
  });

  test('when a slot is less than a day away, then a first choice is possible, a move or its end is not', async () => {
    const one = await some();
    const [slot, other] = [await later('08:00'), await later('10:00')];
    world.door.setClock(new Date(at(DAY, '07:00')));
    expect((await world.choose(one, slot)).statusCode).toBe(200);
    expect((await world.choose(one, other)).json()).toMatchObject({ statusCode: 409, code: 'too_late' });
    expect((await world.giveUp(one)).json()).toMatchObject({ statusCode: 409, code: 'too_late' });
    expect((await world.choices(one)).json()).toMatchObject({ can_choose: false, days: [] });
  });

  test('when the registration or the slot is not its own, or not open, then nothing is chosen', async () => {
    const [one, stranger] = [await some(), await some()];
    const slot = await world.slot();
    for (const answer of [
      await world.choices(one, stranger.family),
      await world.choose(one, slot, { caller: stranger.family }),
      await world.giveUp(one, stranger.family),
      await world.choose(one, await world.slot({ jenjang: 'TK', place: 'Aula' })),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    const draft = await world.slot({ published: false, place: 'Melati' });
    const closed = await world.slot({ closes_at: at('2027-02-01', '08:00'), place: 'Mawar' });
    const early = await world.slot({ opens_at: at('2027-02-03', '08:00'), place: 'Kenanga' });
    for (const one_of of [draft, closed, early]) {
      expect((await world.choose(one, one_of)).json()).toMatchObject({
        statusCode: 409,
        code: 'slot_closed',
        details: { days: [{ slots: [{ id: slot.id }] }] },
      });
    }
    const unpaid = await some();
    await world.door.db('registrations').where({ id: unpaid.id }).update({
      payment_status: 'paid',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
    });
    expect((await world.choose(unpaid, slot)).json()).toMatchObject({ code: 'fee_not_verified' });
    expect((await world.choose(await some({ stage: 'waiting_announcement' }), slot)).json()).toMatchObject({
      code: 'stage_not_allowed',
    });
    const typed = await some();
    await world.door.call(changeStage, world.desk, {
      params: { id: typed.id },
      body: { current_stage: 'obs_scheduled', content: DAY },
    });
    expect((await world.choose(typed, slot)).json()).toMatchObject({ code: 'stage_not_allowed' });
  });

  test('when two hundred slots are open, then the answer stays short, and each later day is read by its name', async () => {
    const one = await some();
    const slots = Array.from({ length: 200 }, (_, n) => {
      const hour = 8 + Math.floor((n % 20) / 5);
      const day = addDays(DAY, Math.floor(n / 20));
      const times = {
        starts_at: at(day, `${String(hour).padStart(2, '0')}:00`),
        ends_at: at(day, `${String(hour).padStart(2, '0')}:45`),
      };
      return world.wanted({ ...times, place: `Ruang Anggrek ${n % 5}`, capacity: 9 });
    });
    expect((await world.make(slots, { override: true, reason: 'Akhir pekan juga' })).statusCode).toBe(201);
    const answer = await world.choices(one);
    expect(Buffer.byteLength(answer.body)).toBeLessThan(12_000);
    const { days } = answer.json() as SlotChoices;
    expect(days.map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 20));
    expect(days.map(({ slots: some_of }) => some_of.length)).toEqual([20, 20, 0, 0, 0, 0, 0, 0, 0, 0]);
    const last = days.at(-1)?.day ?? '';
    const read = await world.door.call(readSlotChoices, one.family, {
      params: { id: one.id },
      query: `from=${last}`,
    });
    expect((read.json() as SlotChoices).days.map(({ day, slots: all }) => [day, all.length])).toEqual([
      [last, 20],
    ]);
    const full = await world.slot({ place: 'Aula', capacity: 1 });
    expect((await world.choose(await some(), full)).statusCode).toBe(200);
    const refused = await world.choose(one, full);
    expect(refused.json()).toMatchObject({ code: 'slot_full', details: { days } });
    expect(Buffer.byteLength(refused.body)).toBeLessThan(12_000);
  });

  test('when two hundred slots are open on one day, then the answer stays short, and all of them can be read', async () => {
    const one = await some();
    const slots = Array.from({ length: 200 }, (_, n) => {
      const [hour, minute] = [8 + Math.floor(n / 48), (Math.floor(n / 8) % 6) * 10].map((part) =>
        String(part).padStart(2, '0'),
      );
      const starts_at = at(DAY, `${hour}:${minute}`);
      const ends_at = new Date(Date.parse(starts_at) + 600_000).toISOString();
      return world.wanted({ starts_at, ends_at, place: `Ruang Anggrek ${n % 8}`, capacity: 9 });
    });
    expect((await world.make(slots, { override: true, reason: 'Sehari penuh' })).statusCode).toBe(201);
    const read: string[] = [];
    for (let query = '', left = 200; left > 0; ) {
      const answer = await world.door.call(readSlotChoices, one.family, { params: { id: one.id }, query });
      expect(Buffer.byteLength(answer.body)).toBeLessThan(12_000);
      const [day, ...others] = (answer.json() as SlotChoices).days;
      expect([day?.day, day?.count, others]).toEqual([DAY, left, []]);
      const last = day?.slots.at(-1)?.starts_at ?? '';
      expect(last).not.toBe('');
      read.push(...(day?.slots ?? []).map(({ id }) => id));
      left -= day?.slots.length ?? 0;
      query = `after=${last}`;
    }
    expect(new Set(read).size).toBe(200);
  });

  test('when more slots than are shown start at one time, then all of them are read at once', async () => {
    const one = await some();
    const slots = Array.from({ length: 60 }, (_, n) => world.wanted({ place: `Ruang ${n}` }));
    const later_ones = world.wanted({ starts_at: at(DAY, '10:00'), ends_at: at(DAY, '11:00') });
    expect((await world.make([...slots, later_ones])).statusCode).toBe(201);
    const [day] = ((await world.choices(one)).json() as SlotChoices).days;
    expect([day?.count, day?.slots.length]).toEqual([61, 60]);
  });

  test('when a slot is on a day off, then its day says so, also in a refusal; documents that are missing are named with the slot', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const full = await later('08:00', { capacity: 1 });
    await later('10:00', { starts_at: at(addDays(DAY, 1), '10:00'), ends_at: at(addDays(DAY, 1), '10:45') });
    const days = async () => ((await world.choices(one)).json() as SlotChoices).days;
    expect((await days()).map((day) => 'name_hint' in day)).toEqual([false, false]);
    const off = { days: [{ day: addDays(DAY, 1), name: 'Isra Mikraj', kind: 'national' }] };
    expect((await world.door.call(addDaysOff, world.desk, { body: off })).statusCode).toBe(201);
    expect((await days()).map(({ name_hint }) => name_hint)).toEqual([undefined, 'Isra Mikraj']);
    expect((await world.choose(two, full)).statusCode).toBe(200);
    expect((await world.choose(one, full)).json()).toMatchObject({
      code: 'slot_full',
      details: { days: [{ name_hint: 'Isra Mikraj' }] },
    });
    expect((await world.choices(two)).json()).not.toHaveProperty('documents');
    await world.door.db('document_types').where({ key: 'akta' }).update({ needed_by: 'observation' });
    expect((await world.choices(two)).json()).toHaveProperty('documents', ['Akta kelahiran']);
    expect((await world.choices(one)).json()).not.toHaveProperty('documents');
    const page_of = await page(world.door, two.family);
    await send(world.door, two.family, [two.child_id, 'akta'], { files: [page_of] });
    expect((await world.choices(two)).json()).not.toHaveProperty('documents');
  });

  test('when the school cancels, then no move is used, and the family chooses anew', async () => {
    const one = await some();
    const slot = await world.slot();
    await world.choose(one, slot);
    await world.cancel(slot);
    expect((await world.choices(one)).json()).toMatchObject({ moves_left: 2, booking: null });
    expect((await world.choose(one, slot)).json()).toMatchObject({ code: 'slot_closed' });
    expect((await world.choose(one, await world.slot({ place: 'Aula' }))).statusCode).toBe(200);
  });

  const views = async () =>
    (await world.door.call(summarizeStaffRegistrations, world.desk)).json().views as Record<string, number>;
  const dashboard = async (one: Applicant) =>
    (await world.door.call(admissionDashboard, one.family)).json().parent.observations as object[];

  test('when a level has slots, then the summary counts the families that may choose one, and the list shows them', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    await some({ jenjang: 'TK' });
    await some({ stage: 'waiting_announcement' });
    const missed = await some({ stage: 'obs_not_attended' });
    await world.slot({ published: false });
    expect(await views()).not.toHaveProperty('to_choose_slot');
    const slot = await world.slot({ place: 'Aula' });
    expect(await views()).toMatchObject({ to_choose_slot: 3 });
    const list = async () =>
      (await world.door.call(listStaffRegistrations, world.desk, { query: 'to_choose_slot=1' })).json();
    expect((await list()).map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [one.id, two.id, missed.id].toSorted(),
    );
    await world.choose(one, slot);
    expect(await views()).toMatchObject({ to_choose_slot: 2 });
  });

  test('when a family has a slot, then its dashboard says so; a typed day is as before', async () => {
    const [one, typed] = (await world.registered(2)) as [Applicant, Applicant];
    await world.choose(one, await world.slot());
    const body = { current_stage: 'obs_scheduled', content: DAY, observation_time: '08:00' };
    await world.door.call(changeStage, world.desk, { params: { id: typed.id }, body });
    expect(await dashboard(one)).toMatchObject([{ day: DAY, time: '08:00', slot: true }]);
    expect(await dashboard(typed)).toEqual([
      { registration_id: typed.id, day: DAY, time: '08:00', place: null, bring: null },
    ]);
    await world.giveUp(one);
    for (const entry of await dashboard(one)) expect(entry).not.toHaveProperty('slot');
  });

  test('when a level has no slots, then stage, calendar file, messages and lists are as a typed day makes them', async () => {
    const one = await some();
    await world.slot({ jenjang: 'TK' });
    const body = {
      current_stage: 'obs_scheduled',
      content: DAY,
      observation_time: '09:00',
      observation_place: 'Aula',
    };
    const typed = await world.door.call(changeStage, world.desk, { params: { id: one.id }, body });
    expect(typed.json()).toMatchObject({ current_stage: 'obs_scheduled', observation_date: DAY });
    expect(await row(one)).not.toHaveProperty('slots');
    const file = await world.door.call(observationCalendar, one.family, { params: { id: one.id } });
    expect(file.body).toContain('DTSTART;TZID=Asia/Jakarta:20270208T090000');
    expect(file.body).toContain('SUMMARY:Observasi PPDB');
    const told = world.messages('stage_changed').map(({ payload }) => payload);
    expect(told).toMatchObject([
      { params: { detail: 'Observasi: Senin, 8 Februari 2027, 09.00 WIB di Aula.' } },
    ]);
    const came = { current_stage: 'obs_attended', content: 'Hadir' };
    expect(
      (await world.door.call(changeStage, world.desk, { params: { id: one.id }, body: came })).statusCode,
    ).toBe(200);
    expect(await world.door.db('observation_bookings').select('id')).toEqual([]);
    for (const kind of ['slot_booked', 'slot_cancelled', 'slot_new'] as const)
      expect(world.messages(kind)).toEqual([]);
  });
});
