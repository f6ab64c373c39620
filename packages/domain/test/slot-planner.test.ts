import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { jakartaDay, inJakarta } from '../src/jakarta-time.ts';
import { addDays } from '../src/reports.ts';
import { daysFrom, freeTimeAt, type PlanWish, planSize, planSlots } from '../src/slot-planner.ts';

const HOURS = {
  day_start: '07:30',
  day_end: '15:00',
  friday_prayer: ['11:30', '13:00'],
  midday_prayer: ['11:45', '12:30'],
  ramadan: [],
} as const;
const NOW = new Date('2026-12-01T02:00:00Z');
const MORNINGS: PlanWish = {
  days: daysFrom('2027-01-04', '2027-01-08'),
  from: '08:00',
  to: '12:30',
  minutes: 45,
  gap: 15,
  places: ['Anggrek', 'Melati'],
  assessors: ['dewi', 'rahma'],
};
const school = (more: object = {}) => ({
  hours: HOURS,
  daysOff: new Map([['2027-01-05', 'Isra Mikraj']]),
  busy: [],
  now: NOW,
  ...more,
});
const timeOf = (moment: Date) => inJakarta(moment).slice(11, 16);

test('when the mornings of a week are planned, then prayers and a day off are left out, each with its reason', () => {
  const { slots, skipped } = planSlots(MORNINGS, school());
  const timesOf = (day: string) =>
    slots
      .filter((one) => one.place === 'Melati' && jakartaDay(one.starts_at) === day)
      .map((one) => timeOf(one.starts_at));
  expect(MORNINGS.days.map(timesOf)).toEqual([
    ['08:00', '09:00', '10:00', '11:00'],
    [],
    ['08:00', '09:00', '10:00', '11:00'],
    ['08:00', '09:00', '10:00', '11:00'],
    ['08:00', '09:00', '10:00'],
  ]);
  expect(slots).toHaveLength(30);
  expect(planSize(MORNINGS)).toBe(40);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    ...Array<string>(8).fill('Isra Mikraj'),
    ...Array<string>(2).fill('salat Jumat'),
  ]);
  expect(skipped.at(-1)).toMatchObject({ day: '2027-01-08', place: 'Melati' });
  // One person a place: no person is in two at once.
  expect(new Set(slots.map((one) => `${one.place} ${one.assessors.join(' ')}`))).toEqual(
    new Set(['Anggrek dewi', 'Melati rahma']),
  );
});

test.each([
  ['on a Saturday', { days: ['2027-01-09'] }, {}, 'akhir pekan'],
  ['in the past', {}, { now: new Date('2027-01-04T10:00:00Z') }, 'sudah lewat'],
  ['after the end of a fasting day', { from: '13:00', to: '14:00' }, {}, 'jam Ramadan'],
  ['before school', { from: '06:00', to: '07:00' }, {}, 'di luar jam sekolah'],
  ['over midday', { from: '12:00', to: '13:00' }, {}, 'salat Zuhur'],
])('when a slot would be %s, then it is left out and says why', (_name, wish, more, reason) => {
  const ramadan = [{ from: '2027-01-04', to: '2027-01-04', day_end: '13:00' }];
  const days = ['2027-01-04'];
  const plan = planSlots(
    { ...MORNINGS, days, from: '08:00', to: '09:00', ...wish },
    school({ hours: { ...HOURS, ramadan }, ...more }),
  );
  expect(plan.slots).toEqual([]);
  expect(new Set(plan.skipped.map((one) => one.reason))).toEqual(new Set([reason]));
});

test('when a place or a person is taken, then the other place is planned; weekends where they are wanted', () => {
  const [starts_at, ends_at] = [new Date('2027-01-09T01:30:00Z'), new Date('2027-01-09T03:00:00Z')];
  const wish = { ...MORNINGS, days: ['2027-01-09'], to: '09:00', weekends: true };
  const taken = (busy: object) => planSlots(wish, school({ busy: [{ starts_at, ends_at, ...busy }] }));
  expect(taken({ place: ' anggrek', assessors: [] })).toMatchObject({
    slots: [{ place: 'Melati' }],
    skipped: [{ place: 'Anggrek', reason: 'tempat terpakai' }],
  });
  expect(taken({ place: 'Aula', assessors: ['rahma'] })).toMatchObject({
    slots: [{ place: 'Anggrek' }],
    skipped: [{ place: 'Melati', reason: 'penilai terpakai' }],
  });
});

test('when anything is planned, then no slot touches a free time or another one, and the same wish has the same plan', () => {
  const time = (from: number, to: number) =>
    fc
      .integer({ min: from * 4, max: to * 4 })
      .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
  const span = fc.tuple(time(10, 12), time(12, 14));
  const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2027-01-01', n));
  const wishes = fc.record({
    days: fc.array(day, { minLength: 1, maxLength: 8 }),
    from: time(5, 11),
    to: time(9, 18),
    minutes: fc.integer({ min: 10, max: 240 }),
    gap: fc.integer({ min: 0, max: 60 }),
    places: fc.uniqueArray(fc.constantFrom('A', 'B', 'C'), { minLength: 1 }),
    assessors: fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'w')),
    weekends: fc.boolean(),
  });
  const schools = fc.record({
    friday_prayer: span,
    midday_prayer: span,
    day_start: time(6, 9),
    day_end: time(13, 17),
    ramadan: fc.array(fc.record({ from: day, to: day, day_end: time(11, 13) }), { maxLength: 2 }),
    off: fc.array(day, { maxLength: 5 }),
  });
  fc.assert(
    fc.property(wishes, schools, (wish, { off, ...hours }) => {
      const times = school({ hours, daysOff: new Map(off.map((one) => [one, 'Libur'])) });
      const plan = planSlots(wish, times);
      expect(planSlots(structuredClone(wish), structuredClone(times))).toEqual(plan);
      expect(plan.slots.length + plan.skipped.length).toBe(
        planSize({ ...wish, days: [...new Set(wish.days)] }),
      );
      for (const one of plan.slots) {
        const on = jakartaDay(one.starts_at);
        const [begins, ends] = [timeOf(one.starts_at), timeOf(one.ends_at)];
        expect(freeTimeAt(one, times)).toBe(null);
        expect(off).not.toContain(on);
        const weekday = new Date(on).getUTCDay();
        if (!wish.weekends) expect([0, 6]).not.toContain(weekday);
        const spans = weekday === 5 ? [hours.friday_prayer, hours.midday_prayer] : [hours.midday_prayer];
        for (const [from, to] of spans) expect(begins >= to || ends <= from).toBe(true);
        expect(begins >= hours.day_start && ends <= hours.day_end && ends <= wish.to).toBe(true);
        for (const other of plan.slots) {
          if (other === one || other.starts_at >= one.ends_at || other.ends_at <= one.starts_at) continue;
          expect(other.place).not.toBe(one.place);
          expect(other.assessors.filter((id) => one.assessors.includes(id))).toEqual([]);
        }
      }
    }),
    { numRuns: runs(200) },
  );
});
