import { type CheckIn, markPresence } from '@gerbang/contracts/check-ins';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Slot } from '@gerbang/contracts/observation-slots';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { updateParent } from '@gerbang/contracts/parents';
import { uuidv7 } from 'uuidv7';
import type { Applicant } from './seats-world.ts';
import { at, DAY, type SlotsWorld, useSlots } from './slots-world.ts';

describe('the check-in list of a slot', () => {
  let world: SlotsWorld;
  useSlots((opened) => (world = opened));

  const clock = (day: string, time: string) => world.door.setClock(new Date(at(day, time)));
  /** Children in a slot of the world's day at 08.00, an hour after that the clock stands. */
  async function slotWith(count: number) {
    const all = await world.registered(count);
    const slot = await world.slot();
    for (const one of all) await world.book(one, slot);
    clock(DAY, '08:05');
    return { slot, all };
  }
  async function bookingOf(slot: { id: string }, one: Applicant): Promise<CheckIn> {
    const { children } = (await world.list(slot)).json();
    return children.find((child: CheckIn) => child.registration_id === one.id);
  }
  const unpaid = (one: Applicant) =>
    world.door.db('registrations').where({ id: one.id }).update({
      payment_status: 'paid',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
    });
  const told = () =>
    world
      .messages('stage_changed')
      .map(({ payload }) => (payload as EventPayload<'message.requested'>).params.stage);

  test('when it is read, then it names child, parents, needs and documents, no number of a paper, and the trail notes it', async () => {
    const [one] = (await world.registered(1)) as [Applicant];
    const slot = await world.slot();
    const body = { father_name: 'Ahmad', mother_name: 'Rahma' };
    expect((await world.door.call(updateParent, one.family, { body })).statusCode).toBe(200);
    await world.choose(one, slot, { attendees: 'both', needs: '=1+1' });
    const answer = await world.list(slot);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      slot: { id: slot.id, place: 'Ruang Anggrek' },
      from: '2027-02-08T00:00:00.000Z',
      until: '2027-02-15T01:00:00.000Z',
      children: [
        {
          registration_id: one.id,
          father_name: 'Ahmad',
          mother_name: 'Rahma',
          needs: '=1+1',
          status: 'booked',
        },
      ],
    });
    expect(answer.body).not.toMatch(/nik|ktp|kk_number/iu);
    const file = await world.list(slot, world.desk, 'format=csv');
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toContain("'=1+1");
    expect(file.body).not.toMatch(/(?:^|,|")=1\+1/mu);
    const rows = await world.door.db('audit_events').where({ subject_id: slot.id }).orderBy(['at', 'id']);
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['check_ins.read', 'check_ins.exported']),
    );
    expect(rows.find(({ action }) => action === 'check_ins.read')).toMatchObject({ details: { rows: 1 } });
    expect((await world.list({ id: uuidv7() })).statusCode).toBe(404);
  });

  test('when a child is marked, then place, stage, history, trail and message follow, once for a key', async () => {
    const { slot, all } = await slotWith(2);
    const [one, two] = all as [Applicant, Applicant];
    const booking = await bookingOf(slot, one);
    const key = uuidv7();
    const marked = await world.mark(booking, 'attended', { key });
    expect(marked.json()).toMatchObject({
      id: booking.id,
      status: 'attended',
      checked_in_at: '2027-02-08T01:05:00.000Z',
      version: booking.version + 1,
    });
    expect((await world.mark(booking, 'attended', { key })).json()).toEqual(marked.json());
    // Another device marks the same.
    expect((await world.mark(booking, 'attended')).json()).toEqual(marked.json());
    expect(await world.stage(one)).toBe('obs_attended');
    const { id, version } = await bookingOf(slot, two);
    // A key is kept for those that send the same mark again; without one it is made all the same.
    const bare = await world.door.call(markPresence, world.desk, {
      params: { id },
      body: { status: 'absent', version },
    });
    expect(bare.statusCode).toBe(200);
    expect(await world.stage(two)).toBe('obs_not_attended');
    expect((await world.calendar()).slots[0]).toMatchObject({ booked: 0 });
    const { db } = world.door;
    const history = await db('registration_stages')
      .where({ registration_id: one.id })
      .orderBy(['reached_at', 'id']);
    expect(history.map(({ stage }) => stage)).toEqual(['obs_scheduled', 'obs_attended']);
    const trail = { subject_id: one.id, action: 'registration.stage_changed' };
    expect(await db('audit_events').where(trail)).toHaveLength(2);
    expect(told()).toEqual(['Hadir Observasi', 'Tdk Hadir Observasi']);
    expect(await world.faults()).toEqual([]);
  });

  test('when two devices mark differently, then the second is refused and reads what the first did, and by whom', async () => {
    const { slot, all } = await slotWith(1);
    const booking = await bookingOf(slot, all[0] as Applicant);
    const answers = await Promise.all([world.mark(booking, 'attended'), world.mark(booking, 'absent')]);
    const [first, second] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(second?.json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
      stale: { present: first?.json(), changed_by: { role: 'staff_pendidikan' } },
    });
    expect(await world.faults()).toEqual([]);
  });

  test('when the hour before the slot has not come or seven days are over, then nothing is marked', async () => {
    const { slot, all } = await slotWith(1);
    const booking = await bookingOf(slot, all[0] as Applicant);
    clock(DAY, '06:59');
    expect((await world.mark(booking, 'attended')).json()).toMatchObject({
      statusCode: 409,
      code: 'check_in_closed',
      message: 'Kehadiran dapat ditandai mulai 8 Februari 2027, 07.00 WIB.',
    });
    clock('2027-02-15', '08:00');
    expect((await world.mark(booking, 'attended')).json()).toMatchObject({ code: 'check_in_closed' });
    clock('2027-02-15', '07:59');
    expect((await world.mark(booking, 'attended')).statusCode).toBe(200);
  });

  test('when a mark was wrong, then education staff put it right on the same day, and customer service does not', async () => {
    const { slot, all } = await slotWith(1);
    const [one] = all as [Applicant];
    const cs = await world.door.caller('cs', 'Citra');
    const marked = (await world.mark(await bookingOf(slot, one), 'absent', { caller: cs })).json();
    expect((await world.mark(marked, 'attended', { caller: cs })).statusCode).toBe(403);
    const right = await world.mark(marked, 'attended');
    expect(right.json()).toMatchObject({ status: 'attended', checked_in_at: marked.checked_in_at });
    expect(await world.stage(one)).toBe('obs_attended');
    const back = (await world.mark(right.json(), 'absent')).json();
    expect(await world.stage(one)).toBe('obs_not_attended');
    expect(told()).toEqual(['Tdk Hadir Observasi', 'Hadir Observasi', 'Tdk Hadir Observasi']);
    clock('2027-02-09', '00:01');
    expect((await world.mark(back, 'attended')).json()).toMatchObject({
      statusCode: 409,
      code: 'check_in_corrected',
    });
    // Staff do not go that way by hand either.
    const byHand = await world.door.call(changeStage, world.desk, {
      params: { id: one.id },
      body: { current_stage: 'obs_attended', content: null },
    });
    expect(byHand.json()).toMatchObject({ code: 'stage_not_allowed' });
    expect(await world.faults()).toEqual([]);
  });

  test('when the registration has moved on or its fee is not verified, then no mark is made', async () => {
    const { slot, all } = await slotWith(3);
    const [one, two, three] = all as [Applicant, Applicant, Applicant];
    const marked = (await world.mark(await bookingOf(slot, one), 'attended')).json();
    const waits = { current_stage: 'waiting_announcement', content: null };
    await world.door.call(changeStage, world.desk, { params: { id: one.id }, body: waits });
    expect((await world.mark(marked, 'absent')).json()).toMatchObject({ code: 'stage_not_allowed' });
    const open = await bookingOf(slot, two);
    await unpaid(two);
    expect((await world.mark(open, 'attended')).json()).toMatchObject({ code: 'fee_not_verified' });
    const left = await bookingOf(slot, three);
    const away = { current_stage: 'registered', content: null };
    await world.door.call(changeStage, world.desk, { params: { id: three.id }, body: away });
    expect((await world.mark(left, 'attended')).json()).toMatchObject({
      code: 'stale',
      stale: { present: { status: 'cancelled' } },
    });
    const now = { ...left, version: left.version + 1 };
    expect((await world.mark(now, 'attended')).json()).toMatchObject({ code: 'check_in_closed' });
    expect((await world.mark({ id: uuidv7(), version: 1 }, 'attended')).statusCode).toBe(404);
    expect(await world.faults()).toEqual([]);
  });

  test('when the list is closed, then every child without a mark is absent, and no other, once', async () => {
    const { slot, all } = await slotWith(3);
    const [one, two] = all as [Applicant, Applicant];
    await world.mark(await bookingOf(slot, one), 'attended');
    clock(DAY, '07:59');
    expect((await world.closeList(slot)).json()).toMatchObject({ statusCode: 409, code: 'check_in_closed' });
    clock(DAY, '08:00');
    await unpaid(two);
    expect((await world.closeList(slot)).json()).toMatchObject({ statusCode: 409, code: 'fee_not_verified' });
    expect(await world.stage(two)).toBe('obs_scheduled');
    await world.door.db('registrations').where({ id: two.id }).update({
      payment_status: 'verified',
      payment_verified_at: new Date(),
      payment_verified_by: two.family.id,
      payment_verified_by_role: 'finance',
    });
    const key = uuidv7();
    expect((await world.closeList(slot, key)).json()).toEqual({ absent: 2 });
    expect((await world.closeList(slot, key)).json()).toEqual({ absent: 2 });
    expect((await world.closeList(slot)).json()).toEqual({ absent: 0 });
    expect(await Promise.all(all.map((each) => world.stage(each)))).toEqual([
      'obs_attended',
      'obs_not_attended',
      'obs_not_attended',
    ]);
    const trail = await world.door.db('audit_events').where({ action: 'slot.closed' });
    expect(trail).toMatchObject([{ subject_id: slot.id, details: { absent: 2 } }]);
    expect((await world.closeList({ id: uuidv7() })).statusCode).toBe(404);
    expect(await world.faults()).toEqual([]);
  });

  test('when a child did not come, then its family chooses once more, and after another time only staff do', async () => {
    const { slot, all } = await slotWith(1);
    const [one] = all as [Applicant];
    await world.mark(await bookingOf(slot, one), 'absent');
    const next = { starts_at: at('2027-02-10', '08:00'), ends_at: at('2027-02-10', '09:00') };
    const again = await world.slot({ ...next, place: 'Aula' });
    expect((await world.choose(one, again)).statusCode).toBe(200);
    clock('2027-02-10', '08:30');
    await world.mark(await bookingOf(again, one), 'absent');
    const last = { starts_at: at('2027-02-12', '08:00'), ends_at: at('2027-02-12', '09:00') };
    const third = await world.slot({ ...last, place: 'Melati' });
    expect((await world.choose(one, third)).json()).toMatchObject({ code: 'stage_not_allowed' });
    expect((await world.book(one, third)).statusCode).toBe(200);
    expect(await world.faults()).toEqual([]);
  });

  test('when children come before the slot begins, then their places stay taken, also to one who books at that moment', async () => {
    const [one, two, late] = (await world.registered(3)) as [Applicant, Applicant, Applicant];
    const slot = await world.slot({ capacity: 2 });
    for (const early of [one, two]) await world.book(early, slot);
    clock(DAY, '07:05');
    expect((await world.mark(await bookingOf(slot, one), 'attended')).statusCode).toBe(200);
    const [marked, booked] = await Promise.all([
      world.mark(await bookingOf(slot, two), 'attended'),
      world.book(late, slot),
    ]);
    expect([marked.statusCode, booked.statusCode]).toEqual([200, 409]);
    for (const answer of [await world.choose(late, slot), await world.book(late, slot)]) {
      expect(answer.json()).toMatchObject({ statusCode: 409, code: 'slot_full', details: { days: [] } });
    }
    expect((await world.choices(late)).json()).toMatchObject({ days: [] });
    expect(await world.stage(late)).toBe('registered');
    // A child that did not come leaves its place to another one.
    clock(DAY, '08:05');
    const first = await bookingOf(slot, one);
    expect((await world.mark(first, 'absent')).statusCode).toBe(200);
    expect((await world.book(late, slot)).statusCode).toBe(200);
    expect(await world.faults()).toEqual([]);
  });

  test('when a child has come, then its slot is given no fewer places than came and are awaited', async () => {
    const { slot, all } = await slotWith(2);
    const [one] = all as [Applicant];
    clock(DAY, '07:55');
    expect((await world.mark(await bookingOf(slot, one), 'attended')).statusCode).toBe(200);
    const present = (await world.calendar()).slots[0] as Slot;
    expect((await world.change(present, { capacity: 1 })).json()).toMatchObject({
      code: 'below_booked',
      details: { booked: 2 },
    });
    expect((await world.change(present, { capacity: 2 })).json()).toMatchObject({ capacity: 2, booked: 1 });
  });

  test('when a list is closed while its children are marked, then each has one mark and none is lost', async () => {
    const { slot, all } = await slotWith(3);
    const open = await Promise.all(all.map((one) => bookingOf(slot, one)));
    const [closed, ...marks] = await Promise.all([
      world.closeList(slot),
      ...open.map((one) => world.mark(one, 'attended')),
    ]);
    const came = marks.filter(({ statusCode }) => statusCode === 200).length;
    expect(closed?.json()).toEqual({ absent: 3 - came });
    for (const mark of marks) expect([200, 409]).toContain(mark.statusCode);
    const stages = await Promise.all(all.map((one) => world.stage(one)));
    expect(stages.filter((stage) => stage === 'obs_attended')).toHaveLength(came);
    expect(stages.filter((stage) => stage === 'obs_not_attended')).toHaveLength(3 - came);
    expect(await world.faults()).toEqual([]);
  });
});
