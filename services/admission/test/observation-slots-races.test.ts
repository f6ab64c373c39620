import '@gerbang/domain/testing/runs';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { leave } from '@gerbang/contracts/withdrawals';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import { lockWaiters } from '@gerbang/service-kit/testing/lock-waiters';
import { until } from '@gerbang/service-kit/testing/until';
import fc from 'fast-check';
import { type Applicant, keyed, MONDAY } from './seats-world.ts';
import { correct } from './corrections.ts';
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

  /** Puts the level of a registration right, to the other one each time. */
  async function corrects(one: Applicant): Promise<{ readonly statusCode: number }> {
    const { jenjang } = await world.door.db('registrations').where({ id: one.id }).first('jenjang');
    const changes = jenjang === 'SD' ? { jenjang: 'TK', kelas: 'TK A' } : { jenjang: 'SD', kelas: '1' };
    return correct(world.door, world.desk, one.id, { target: 'registration', changes });
  }

  async function publishes(one: Applicant, result: 'passed' | 'failed'): Promise<{ statusCode: number }> {
    await world.publish([[one, result]]);
    return { statusCode: 200 };
  }

  /** Marks the newest place of a registration; one that had none is refused. */
  async function mark(
    one: Applicant,
    status: 'attended' | 'absent',
  ): Promise<{ readonly statusCode: number }> {
    const bookings = world.door.db('observation_bookings').where({ registration_id: one.id });
    const newest = await bookings.orderByRaw('created_at desc, id desc').first('id', 'version');
    return newest ? world.mark(newest, status) : { statusCode: 409 };
  }

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
        details: { days: [{ count: 1, slots: [{ id: other.id, left: 3 }] }] },
      });
    }
    expect(await world.faults()).toEqual([]);
    await world.cancel(slot);
    await world.cancel(other);
  });

  test('when forty families choose one of three places at once, then exactly three have one, and no other count is shown', async () => {
    const other = await world.slot({ place: 'Aula', capacity: 9 });
    for (let run = 0; run < runs(200, { plain: 1 }); run += 1) {
      const slot = await world.slot();
      const all = await world.registered(40);
      const answers = await Promise.all(all.map((one) => world.choose(one, slot)));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
      for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
        expect(answer.json()).toMatchObject({
          statusCode: 409,
          code: 'slot_full',
          message: 'Tempat itu baru saja terisi. Pilih waktu lain.',
          details: { days: [{ count: 1, slots: [{ id: other.id, left: null }] }] },
        });
      }
      expect(await world.faults()).toEqual([]);
      await world.cancel(slot);
    }
    await world.cancel(other);
  });

  test('when the last place goes after all else is written, then whoever came too late keeps nothing of it', async () => {
    const had = await world.slot({ place: 'Aula', capacity: 2 });
    const slot = await world.slot({ capacity: 1 });
    const all = (await world.registered(2)) as [Applicant, Applicant];
    for (const one of all) expect((await world.choose(one, had)).statusCode).toBe(200);
    const traces = async ({ id, family }: Applicant) => {
      const { db } = world.door;
      return {
        row: await db('registrations').where({ id }).first('version', 'event_version', 'observation_date'),
        entries: await db('registration_stages').where({ registration_id: id }),
        bookings: await db('observation_bookings').where({ registration_id: id }),
        trail: await db('audit_events').where({ subject_id: id }),
        keys: await db('idempotency_keys').where({ user_id: family.id }),
      };
    };
    const before = await Promise.all(all.map(traces));
    const events = async () => Number((await world.door.db('outbox_events').count('* as n').first())?.n);
    const told = await events();
    const answers = await world.door.db.transaction(async (gate) => {
      await gate('observation_slots').where({ id: slot.id }).forUpdate().first();
      const asked = all.map((one) => world.choose(one, slot));
      await until(async () => (await lockWaiters(gate)) > 1);
      return asked;
    });
    const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(new Set(codes)).toEqual(new Set([200, 409]));
    const late = codes.indexOf(409);
    expect(await traces(all[late] as Applicant)).toEqual(before[late]);
    // One change of the registration and one message, of the one that has it.
    expect((await events()) - told).toBe(2);
    expect(await world.faults()).toEqual([]);
    await world.cancel(slot);
    await world.cancel(had);
  });

  test('when two families change places with each other, then each has the slot of the other', async () => {
    const slots = [
      await world.slot({ capacity: 2 }),
      await world.slot({ place: 'Aula', capacity: 2 }),
    ] as const;
    for (let run = 0; run < runs(50, { plain: 2 }); run += 1) {
      const all = await world.registered(2);
      for (const [at_, one] of all.entries()) {
        expect((await world.choose(one, slots[at_ as 0 | 1])).statusCode).toBe(200);
      }
      const answers = await Promise.all(all.map((one, n) => world.choose(one, slots[n === 0 ? 1 : 0])));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(await world.faults()).toEqual([]);
      for (const one of all) expect((await world.giveUp(one)).statusCode).toBe(200);
    }
    for (const slot of slots) await world.cancel(slot);
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

  test('when registrations are booked, moved, changed by hand, corrected, published, taken back, and slots cancelled, in any order and at once, then counts and stages fit', async () => {
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
        'came',
        'missed',
        'missed',
        'close',
        'waiting_announcement',
        'passed',
        'failed',
        'level',
      ),
      who: fc.nat(3),
      slot: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        async (steps) => {
          world.door.setClock(MONDAY);
          const people = await world.registered(4);
          // The first has begun, so that its children are checked in; the others are moved to and from.
          const slots = await Promise.all(
            [2, 1, 2].map((capacity, n) => {
              const day = n === 0 ? jakartaDay(MONDAY) : DAY;
              const times = { starts_at: at(day, '09:40'), ends_at: at(day, '10:40') };
              return world.slot({ capacity, place: `R${n}`, ...times });
            }),
          );
          world.door.setClock(new Date(MONDAY.getTime() + 45 * 60_000));
          for (const together of steps) {
            const answers = await Promise.all(
              together.map(({ kind, who, slot }) => {
                const [one, into] = [people[who], slots[slot]];
                if (!one || !into) throw new Error('nobody');
                if (kind === 'book') return world.book(one, into);
                if (kind === 'choose') return world.choose(one, into);
                if (kind === 'give up') return world.giveUp(one);
                if (kind === 'cancel') return world.cancel(into);
                if (kind === 'close') return world.closeList(into);
                if (kind === 'came') return mark(one, 'attended');
                if (kind === 'missed') return mark(one, 'absent');
                if (kind === 'passed' || kind === 'failed') return publishes(one, kind);
                if (kind === 'level') return corrects(one);
                return kind === 'leave' ? goes(one) : byHand(one, kind);
              }),
            );
            // A slot of another level than the child's is none for it.
            for (const { statusCode } of answers) expect([200, 201, 404, 409]).toContain(statusCode);
            expect(await world.faults()).toEqual([]);
          }
          world.door.setClock(MONDAY);
          for (const slot of slots) await world.cancel(slot);
        },
      ),
      {
        numRuns: runs(200, { plain: 6 }),
        examples: [
          [
            (
              [
                ['book', 0],
                ['level', 0],
                ['passed', 0],
                ['came', 0],
                ['waiting_announcement', 0],
                ['passed', 0],
                ['leave', 0],
              ] as const
            ).map(([kind, who]) => [{ kind, who, slot: 0 }]),
          ],
        ],
      },
    );
  });
});
