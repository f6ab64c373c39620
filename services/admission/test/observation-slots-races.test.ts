import '@gerbang/domain/testing/runs';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { leave } from '@gerbang/contracts/withdrawals';
import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { type Applicant, keyed } from './seats-world.ts';
import { at, DAY, openSlotsWorld, type SlotsWorld } from './slots-world.ts';

minutesForAll(10);

describe('slots of the observation, all at once', () => {
  let world: SlotsWorld;
  beforeAll(async () => {
    world = await openSlotsWorld();
  });
  afterAll(() => world.close());

  const byHand = (one: Applicant, current_stage: string) =>
    world.door.call(changeStage, world.desk, {
      params: { id: one.id },
      body: { current_stage, content: current_stage === 'obs_scheduled' ? DAY : null },
    });
  const goes = (one: Applicant) =>
    world.door.call(leave, one.family, {
      params: { id: one.id },
      body: { reason_code: 'moving', confirm: true },
      headers: keyed(),
    });

  test('when forty ask for three places at once, then exactly three have one, and the others read where there is room', async () => {
    const slot = await world.slot();
    const other = await world.slot({ place: 'Aula' });
    const all = await world.registered(40);
    const answers = await Promise.all(all.map((one) => world.book(one, slot)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect(answer.json()).toMatchObject({
        statusCode: 409,
        code: 'slot_full',
        details: { slots: [{ id: other.id, left: 3 }] },
      });
    }
    expect(await world.faults()).toEqual([]);
    await world.cancel(slot);
    await world.cancel(other);
  });

  test('when forty families choose one of three places at once, then exactly three have one, and no other count is shown', async () => {
    const slot = await world.slot();
    const other = await world.slot({ place: 'Aula', capacity: 9 });
    const all = await world.registered(40);
    const answers = await Promise.all(all.map((one) => world.choose(one, slot)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect(answer.json()).toMatchObject({
        statusCode: 409,
        code: 'slot_full',
        message: 'Tempat itu baru saja terisi. Pilih waktu lain.',
        details: { slots: [{ id: other.id, left: null }] },
      });
    }
    expect(await world.faults()).toEqual([]);
    await world.cancel(slot);
    await world.cancel(other);
  });

  test('when a slot is cancelled while forty ask for it, then no family keeps a place in it, and each call has an answer', async () => {
    const slot = await world.slot({ capacity: 40 });
    const all = await world.registered(40);
    const [cancelled, ...answers] = await Promise.all([
      world.cancel(slot),
      ...all.map((one) => world.book(one, slot)),
    ]);
    expect(cancelled?.statusCode).toBe(200);
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    expect(cancelled?.json()).toEqual({ told: answers.filter((one) => one.statusCode === 200).length });
    expect(await world.faults()).toEqual([]);
    for (const one of all) expect(await world.stage(one)).toBe('registered');
  });

  test('when forty slots are made for one place and time, then one is', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => world.make([world.wanted()])));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const [slot] = (await world.calendar()).slots;
    if (slot) await world.cancel(slot);
  });

  test('when registrations are booked, moved, changed by hand, taken back, and slots cancelled, in any order and at once, then counts and stages fit', async () => {
    const action = fc.record({
      kind: fc.constantFrom(
        'book',
        'book',
        'choose',
        'choose',
        'give up',
        'registered',
        'obs_scheduled',
        'obs_attended',
        'leave',
        'cancel',
      ),
      who: fc.nat(3),
      slot: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        async (steps) => {
          const people = await world.registered(4);
          const slots = await Promise.all(
            [1, 2, 2].map((capacity, n) =>
              world.slot({
                capacity,
                place: `R${n}`,
                starts_at: at(DAY, '08:00'),
                ends_at: at(DAY, '09:00'),
              }),
            ),
          );
          for (const together of steps) {
            const answers = await Promise.all(
              together.map(({ kind, who, slot }) => {
                const [one, into] = [people[who], slots[slot]];
                if (!one || !into) throw new Error('nobody');
                if (kind === 'book') return world.book(one, into);
                if (kind === 'choose') return world.choose(one, into);
                if (kind === 'give up') return world.giveUp(one);
                if (kind === 'cancel') return world.cancel(into);
                return kind === 'leave' ? goes(one) : byHand(one, kind);
              }),
            );
            for (const { statusCode } of answers) expect([200, 201, 409]).toContain(statusCode);
            expect(await world.faults()).toEqual([]);
          }
          for (const slot of slots) await world.cancel(slot);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
