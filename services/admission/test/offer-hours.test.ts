import { releaseOffer } from '@gerbang/contracts/offers';
import { expireOffers, promoteWaiting, remindOffers } from '../src/seats/offers/offer-jobs.ts';
import { offeredPool, keyed, openSeats, type Seats } from './seats-world.ts';

describe('the hours of offers', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  test('when a deadline of 20.00 passes, then the seat is released and offered again the same evening, and both are told at 07.00', async () => {
    const { one, two } = await offeredPool(world, { auto_offer: true });
    world.door.setClock(new Date('2027-02-08T13:00:00Z'));
    expect(await expireOffers(world.door.context)).toBe(0);
    world.door.setClock(new Date('2027-02-08T13:00:01Z'));
    expect(await expireOffers(world.door.context)).toBe(1);
    const { id } = await world.held(one);
    // Billing answers late.
    world.door.setClock(new Date('2027-02-08T16:30:00Z'));
    await world.settle('offer.released', id, one.id);
    expect(await promoteWaiting(world.door.context)).toBe(1);
    expect(await world.stage(two)).toBe('passed');
    const notBefore = '2027-02-09T00:00:00.000Z';
    expect(world.messages('seat_released')).toMatchObject([{ payload: { notBefore } }]);
    expect(world.messages('seat_offered')).toMatchObject([{ payload: { notBefore } }]);
    // Seven days from the morning on which the family hears of it.
    expect((await world.held(two)).answer_until).toEqual(new Date('2027-02-16T13:00:00Z'));
  });

  test('when staff offer or release a seat at night, then the families are told in the morning', async () => {
    const { pool, one } = await offeredPool(world, { seats: 2, offer_limit: 2 });
    world.door.setClock(new Date('2027-02-01T15:00:00Z'));
    expect((await world.offer(pool.id, { count: 1 })).statusCode).toBe(201);
    const held = await world.held(one);
    const body = { reason: 'Pindah sekolah', version: held.version };
    await world.door.call(releaseOffer, world.manager, { params: { id: held.id }, body, headers: keyed() });
    await world.settle('offer.released', held.id, one.id);
    for (const kind of ['seat_offered', 'stage_changed'])
      expect(world.messages(kind)).toMatchObject([{ payload: { notBefore: '2027-02-02T00:00:00.000Z' } }]);
  });

  test('when a deadline is near, then its family is reminded two days before and on the day, from 08.00, once', async () => {
    const { one } = await offeredPool(world);
    const { context } = world.door;
    expect(await remindOffers(context)).toBe(0);
    world.door.setClock(new Date('2027-02-06T00:30:00Z'));
    expect(await remindOffers(context)).toBe(0);
    world.door.setClock(new Date('2027-02-06T01:00:00Z'));
    expect([await remindOffers(context), await remindOffers(context)]).toEqual([1, 0]);
    world.door.setClock(new Date('2027-02-07T03:00:00Z'));
    expect(await remindOffers(context)).toBe(0);
    world.door.setClock(new Date('2027-02-08T03:00:00Z'));
    expect([await remindOffers(context), await remindOffers(context)]).toEqual([1, 0]);
    expect(world.messages('seat_reminder').map(({ payload }) => payload)).toMatchObject([
      { accountId: one.family.id, params: { until: '8 Februari 2027, 20.00 WIB' } },
      { accountId: one.family.id },
    ]);
  });

  test('when more offers than are reminded at once end tomorrow, then those that end in two days are reminded nevertheless', async () => {
    const many = 101;
    await world.pool({ seats: many, offer_limit: many });
    const all = await world.applicants(many);
    await world.publish(all.map((one) => [one, 'passed'] as const));
    await world.door
      .db('offers')
      .where({ registration_id: all.at(-1)?.id })
      .update({ answer_until: '2027-02-09T13:00:00Z' });
    world.door.setClock(new Date('2027-02-07T03:00:00Z'));
    expect(await remindOffers(world.door.context)).toBe(1);
    expect(world.messages('seat_reminder')).toMatchObject([
      { payload: { accountId: all.at(-1)?.family.id } },
    ]);
  });
});
