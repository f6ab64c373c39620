import { planSlots } from '@gerbang/contracts/observation-slots';
import { daysFrom } from '@gerbang/domain/slot-planner';
import { uuidv7 } from 'uuidv7';
import type { Applicant } from './seats-world.ts';
import { at, DAY, type SlotsWorld, useSlots } from './slots-world.ts';

describe('the plan of slots', () => {
  let world: SlotsWorld;
  useSlots((opened) => (world = opened));

  const wish = (change: object = {}) => ({
    academic_year: '2026/2027',
    jenjang: 'SD',
    days: daysFrom(DAY, '2027-02-12'),
    from: '08:00',
    to: '12:00',
    minutes: 45,
    gap: 15,
    places: ['Anggrek', 'Melati'],
    assessors: [] as string[],
    capacity: 2,
    ...change,
  });
  const plan = (change: object = {}) => world.door.call(planSlots, world.desk, { body: wish(change) });

  test('when a week is planned, then days off, prayers and taken places are left out, nothing is written, and all can be made', async () => {
    const [dewi, rahma] = [
      await world.door.caller('staff_pendidikan', 'Dewi'),
      await world.door.caller('staff_pendidikan', 'Rahma'),
    ];
    await world.door.db('school_days_off').insert({
      id: uuidv7(),
      day: '2027-02-09',
      name: 'Isra Mikraj',
      kind: 'national',
      source: 'typed',
      created_by_id: world.desk.id,
    });
    const taken = await world.slot({ place: 'ANGGREK', ends_at: at(DAY, '08:30') });
    await world.book((await world.registered(3))[0] as Applicant, taken);
    const answer = await plan({ assessors: [dewi.id, rahma.id] });
    expect(answer.statusCode).toBe(200);
    const planned = answer.json() as {
      slots: { place: string; assessors: string[] }[];
      skipped: { reason: string }[];
      waiting: number;
    };
    const reasons = planned.skipped.map(({ reason }) => reason);
    expect(reasons.filter((one) => one === 'Isra Mikraj')).toHaveLength(8);
    expect(reasons.filter((one) => one === 'salat Jumat')).toHaveLength(2);
    expect(reasons.filter((one) => one === 'tempat terpakai')).toHaveLength(1);
    expect([planned.slots.length, planned.waiting]).toEqual([29, 2]);
    expect((await world.calendar({ to: '2027-02-12' })).slots).toHaveLength(1);
    expect((await plan({ assessors: [dewi.id, rahma.id] })).json()).toEqual(planned);
    const slots = planned.slots.map((one) => ({ ...one, academic_year: '2026/2027', jenjang: 'SD' }));
    expect((await world.make(slots)).statusCode).toBe(201);
    // What was made is taken in the next plan.
    expect((await plan({ assessors: [dewi.id, rahma.id] })).json()).toMatchObject({ slots: [] });
  });

  test.each([
    ['days', { days: [] }, 400],
    ['minutes', { minutes: 5 }, 400],
    ['times', { from: '8' }, 400],
    ['size', { days: daysFrom('2027-02-01', '2027-04-03'), minutes: 10, gap: 0 }, 422],
    ['year', { academic_year: '2019/2020' }, 422],
    ['people', { assessors: ['0190f2f0-0000-7000-8000-000000000001'] }, 422],
  ])('when the %s of a plan cannot be, then it is refused', async (_name, change, status) => {
    expect((await plan(change)).statusCode).toBe(status);
  });

  test.each([
    ['prayer_time', { starts_at: at('2027-02-12', '12:00'), ends_at: at('2027-02-12', '12:30') }],
    ['outside_hours', { starts_at: at(DAY, '06:00'), ends_at: at(DAY, '07:00') }],
  ])('when a slot is made at a %s, then it needs a reason', async (code, change) => {
    expect((await world.make([world.wanted(change)])).json()).toMatchObject({ statusCode: 422, code });
    const because = { override: true, reason: 'Diminta orang tua' };
    expect((await world.make([world.wanted(change)], because)).statusCode).toBe(201);
  });
});
