import type { EventPayload } from '@gerbang/contracts/events';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import type { MessageKind } from '@gerbang/contracts/message-kinds';
import type { Slot } from '@gerbang/contracts/observation-slots';
import { lockWaiters } from '@gerbang/service-kit/testing/lock-waiters';
import { until } from '@gerbang/service-kit/testing/until';
import { remindOfSlots } from '../src/observation-slots/slot-jobs.ts';
import type { Applicant } from './seats-world.ts';
import { at, DAY, type SlotsWorld, useSlots } from './slots-world.ts';

describe('messages about slots', () => {
  let world: SlotsWorld;
  useSlots((opened) => (world = opened));

  const some = async (more: { jenjang?: string; stage?: string } = {}) =>
    (await world.registered(1, more))[0] as Applicant;
  const sent = (kind: MessageKind) =>
    world.messages(kind).map(({ payload }) => payload as EventPayload<'message.requested'>);
  /** The accounts that got a message of this kind. */
  const told = (kind: MessageKind) => sent(kind).map(({ accountId }) => accountId);
  /** Many workers at once, as after an outage. */
  const work = async (day: string, time: string) => {
    world.door.setClock(new Date(at(day, time)));
    const counts = await Promise.all(Array.from({ length: 40 }, () => remindOfSlots(world.door.context)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const verify = async (one: Applicant) => {
    await world.door.db('registrations').where({ id: one.id }).update({
      payment_status: 'paid',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
    });
    const finance = await world.door.caller('finance', 'Budi');
    const body = { payment_status: 'verified' };
    expect((await world.door.call(verifyPayment, finance, { params: { id: one.id }, body })).statusCode).toBe(
      200,
    );
  };

  test('when a fee is verified, then the family is told to choose where it can, and else as before, never both', async () => {
    const [early, late, beyond] = (await world.registered(3)) as [Applicant, Applicant, Applicant];
    const slot = await world.slot({ capacity: 1 });
    await verify(early);
    expect(told('fee_verified')).toEqual([early.family.id]);
    expect(told('slot_choose')).toEqual([]);
    await work('2027-02-01', '09:00');
    await verify(late);
    expect(told('slot_choose')).toEqual([late.family.id]);
    await world.choose(late, slot);
    await verify(beyond);
    expect(told('fee_verified')).toEqual([early.family.id, beyond.family.id]);
    expect(sent('slot_choose')[0]?.params).toMatchObject({ link: expect.stringContaining(late.id) });
  });

  test('when slots open where a family has none to choose from, then those that wait are told once, and no others', async () => {
    const [one, two, has] = (await world.registered(3)) as [Applicant, Applicant, Applicant];
    await some({ jenjang: 'TK' });
    await some({ stage: 'waiting_announcement' });
    const missed = await some({ stage: 'obs_not_attended' });
    await world.book(has, await world.slot({ place: 'Aula', capacity: 1, published: false }));
    expect(await work('2027-02-01', '09:00')).toBe(0);
    const opens_at = at('2027-02-02', '06:00');
    const first = await world.slot({ capacity: 1, opens_at });
    await world.slot({ place: 'Melati', capacity: 1, opens_at });
    expect(await work('2027-02-01', '10:00')).toBe(0);
    // At night no message leaves.
    expect(await work('2027-02-02', '06:30')).toBe(0);
    expect(await work('2027-02-02', '07:00')).toBe(3);
    const waiting = new Set([one, two, missed].map(({ family }) => family.id));
    expect(new Set(told('slot_new'))).toEqual(waiting);
    expect(await work('2027-02-02', '07:01')).toBe(0);
    // There is still a place, so another slot is no news.
    await world.choose(one, first);
    await world.slot({ place: 'Mawar' });
    expect(await work('2027-02-02', '08:00')).toBe(0);
    expect(told('slot_new')).toHaveLength(3);
  });

  test('when more families wait than one piece tells, then each is told once, also after a stop between two pieces', async () => {
    const all = await world.registered(230);
    await world.slot({ capacity: 1 });
    await world.slot({ place: 'Melati', capacity: 1 });
    world.door.setClock(new Date(at('2027-02-01', '09:00')));
    const { database } = world.door.context;
    let pieces = 0;
    const stops = {
      ...world.door.context,
      database: {
        ...database,
        transaction: ((work) => {
          pieces += 1;
          if (pieces === 3) throw new Error('The machine stopped');
          return database.transaction(work);
        }) as typeof database.transaction,
      },
    };
    await expect(remindOfSlots(stops)).rejects.toThrow('The machine stopped');
    expect(told('slot_new')).toHaveLength(100);
    expect(await work('2027-02-01', '09:05')).toBe(130);
    expect(new Set(told('slot_new'))).toEqual(new Set(all.map(({ family }) => family.id)));
    expect(told('slot_new')).toHaveLength(230);
    expect(await work('2027-02-01', '09:06')).toBe(0);
  });

  test('when slots that were told of are noted, then they are locked in the order of their ids', async () => {
    await world.registered(1);
    const slots = [await world.slot({ capacity: 1 }), await world.slot({ place: 'Melati', capacity: 1 })];
    const [first = '', second = ''] = slots.map(({ id }) => id).toSorted();
    const of = (id: string) => world.door.db('observation_slots').where({ id });
    // Its row now lies behind the other one's.
    await of(first).update({ instructions: 'Sepatu' });
    world.door.setClock(new Date(at('2027-02-01', '09:00')));
    const begun = await world.door.db.transaction(async (gate) => {
      await gate('observation_slots').where({ id: first }).forUpdate().first();
      const noted = remindOfSlots(world.door.context);
      await until(async () => (await lockWaiters(gate)) > 0);
      await of(second).forUpdate().noWait().first();
      return { noted };
    });
    expect(await begun.noted).toBe(1);
  });

  test('when a slot comes near, then its families are reminded three days and an evening before, each time once', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const slot = await world.slot({ instructions: 'Sepatu olahraga\ndan bekal' });
    await world.choose(one, slot);
    await world.choose(two, await world.slot({ place: 'Aula' }));
    await world.giveUp(two);
    const friday = '2027-02-05';
    const sunday = '2027-02-07';
    const before = sent('slot_reminder').length;
    await work('2027-02-04', '19:00');
    await work(friday, '08:59');
    expect(sent('slot_reminder')).toHaveLength(before);
    expect(await work(friday, '09:00')).toBe(1);
    expect(await work(friday, '19:59')).toBe(0);
    await work('2027-02-06', '19:00');
    expect(await work(sunday, '17:59')).toBe(0);
    expect(await work(sunday, '18:00')).toBe(1);
    expect(await work(sunday, '19:00')).toBe(0);
    expect(sent('slot_reminder')).toMatchObject([
      {
        accountId: one.family.id,
        params: {
          when: 'Senin, 8 Februari 2027, 08.00 WIB',
          place: 'Ruang Anggrek',
          bring: 'Sepatu olahraga\ndan bekal',
        },
      },
      { accountId: one.family.id, params: { when: 'besok, Senin, 8 Februari 2027, 08.00 WIB' } },
    ]);
    expect(new Set(sent('slot_reminder').map(({ dedupeKey }) => dedupeKey)).size).toBe(2);
  });

  test('when a place is taken after the hour of the reminder, then the message of the place is enough', async () => {
    const one = await some();
    await world.choose(one, await world.slot());
    const created_at = new Date(at('2027-02-05', '09:30'));
    await world.door.db('observation_bookings').where({ registration_id: one.id }).update({ created_at });
    expect(await work('2027-02-05', '10:00')).toBe(0);
    expect(told('slot_booked')).toEqual([one.family.id]);
    expect(await work('2027-02-07', '18:00')).toBe(1);
  });

  test('when a slot moves to another day, then its families are reminded once of the new day, whatever was sent of the old one', async () => {
    const one = await some();
    await world.choose(one, await world.slot());
    const moveTo = async (day: string) => {
      const { id } = await world.door.db('observation_slots').first<{ id: string }>('id');
      const { version } = await world.door.db('observation_slots').where({ id }).first('version');
      const change = {
        starts_at: at(day, '08:00'),
        ends_at: at(day, '09:30'),
        notify: false,
        override: true,
      };
      const moved = await world.change({ id, version } as Slot, { ...change, reason: 'Ruang dipakai' });
      expect(moved.statusCode).toBe(200);
    };
    expect(await work('2027-02-05', '09:00')).toBe(1);
    // On Friday, after the reminder of Monday, to Saturday.
    await moveTo('2027-02-06');
    expect(await work('2027-02-05', '18:00')).toBe(1);
    expect(await work('2027-02-05', '18:01')).toBe(0);
    // After the reminder of Saturday to Sunday, and from there to Thursday.
    await moveTo('2027-02-07');
    expect(await work('2027-02-06', '18:00')).toBe(1);
    await moveTo('2027-02-11');
    expect(await work('2027-02-07', '18:00')).toBe(0);
    // On Tuesday, after the evening's hours, to Wednesday.
    world.door.setClock(new Date(at('2027-02-09', '22:00')));
    await moveTo('2027-02-10');
    expect(await work('2027-02-09', '22:01')).toBe(0);
    expect(await work('2027-02-10', '07:00')).toBe(1);
    expect(await work('2027-02-10', '07:30')).toBe(0);
    expect(sent('slot_reminder').map(({ params }) => params.when)).toEqual([
      'Senin, 8 Februari 2027, 08.00 WIB',
      'besok, Sabtu, 6 Februari 2027, 08.00 WIB',
      'besok, Minggu, 7 Februari 2027, 08.00 WIB',
      'hari ini, Rabu, 10 Februari 2027, 08.00 WIB',
    ]);
    expect(new Set(sent('slot_reminder').map(({ dedupeKey }) => dedupeKey)).size).toBe(4);
  });

  test('when no worker ran on the evening before, then the families are reminded in the morning, but of no slot that has begun', async () => {
    const [one, two] = (await world.registered(2)) as [Applicant, Applicant];
    const later = { starts_at: at(DAY, '10:00'), ends_at: at(DAY, '11:00') };
    await world.choose(one, await world.slot(later));
    await world.choose(two, await world.slot({ place: 'Aula' }));
    expect(await work(DAY, '08:30')).toBe(1);
    expect(await work(DAY, '08:45')).toBe(0);
    expect(sent('slot_reminder')).toMatchObject([
      { accountId: one.family.id, params: { when: 'hari ini, Senin, 8 Februari 2027, 10.00 WIB' } },
    ]);
  });

  test('when a family chooses at night, then it is told in the morning; its own end of the slot is no news', async () => {
    const one = await some();
    const slot = await world.slot();
    world.door.setClock(new Date(at('2027-02-01', '21:00')));
    await world.choose(one, slot);
    expect(sent('slot_booked')).toMatchObject([{ notBefore: '2027-02-02T00:00:00.000Z' }]);
    await world.giveUp(one);
    expect([...sent('slot_cancelled'), ...sent('stage_changed')]).toEqual([]);
  });
});
