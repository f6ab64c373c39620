import { promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import { type Applicant, openSeats, type Seats, shownOrder } from './seats-world.ts';

const CALLERS = 40;

describe('seats under many callers', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  test('when forty offer, results come and the limit changes at once, then never more seats are taken than may be', async () => {
    const pool = await world.pool({ seats: 10, offer_limit: 10, criteria: ['registered_at'] });
    const waiting = await world.applicants(30);
    await world.publish(waiting.map((one) => [one, 'waitlisted'] as const));
    const later = await world.applicants(12);
    const publications = Array.from({ length: 4 }, (_none, at) =>
      world.publish(later.slice(at * 3, at * 3 + 3).map((one) => [one, 'passed'] as const)),
    );
    const offers = Array.from({ length: CALLERS }, () => world.offer(pool.id, { count: 1 }));
    const changes = [12, 9, 11].map((limit) =>
      world.change(pool, { seats: Math.min(limit, 10), offer_limit: limit }),
    );
    const [answers] = await Promise.all([
      Promise.all(offers),
      Promise.all(publications),
      Promise.all(changes),
    ]);
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const { taken, offer_limit } = await world.figures(pool.id);
    expect(taken).toBeLessThanOrEqual(offer_limit);
    const held = await world.door.db('offers').whereNot({ status: 'released' });
    expect(held).toHaveLength(taken);
    // Who was offered a seat from the list comes before everybody who still waits.
    const offered = new Set(held.map(({ registration_id }) => registration_id));
    const fromList = waiting.map(({ id }) => offered.has(id));
    expect(fromList.lastIndexOf(true)).toBeLessThan(fromList.indexOf(false));
    const rest = waiting.filter(({ id }) => !offered.has(id)).map(({ id }) => id);
    expect(await shownOrder(world, pool.id)).toEqual(rest);
    expect(await world.differences()).toEqual([]);
  });

  test('when a pool is made while results come, then every child who passed holds a seat of it', async () => {
    const applicants = await world.applicants(20);
    const publications = applicants.map((one) => world.publish([[one, 'passed']]));
    const [pool] = await Promise.all([world.pool({ seats: 30, offer_limit: 30 }), ...publications]);
    const passed = await world.door.db('registrations').where({ current_stage: 'passed' });
    expect(passed).toHaveLength(20);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 20, open: 20 });
    expect(await world.differences()).toEqual([]);
  });

  test('when a family leaves, staff offer and a sibling is confirmed at once, then each child has one place', async () => {
    const pool = await world.pool({ seats: 5, offer_limit: 5 });
    const waiting = await world.applicants(CALLERS);
    await world.publish(waiting.map((one) => [one, 'waitlisted'] as const));
    const leave = (one: Applicant) => world.door.call('K16', one.family, { params: { id: one.id } });
    const prioritise = (one: Applicant) =>
      world.door.call('K18', world.manager, {
        params: { id: one.id },
        body: { kind: 'sibling', confirmed: true },
      });
    await Promise.all(
      waiting.map((one, at) => {
        if (at % 3 === 0) return leave(one);
        return at % 3 === 1 ? prioritise(one) : world.offer(pool.id, { count: 1 });
      }),
    );
    const { taken } = await world.figures(pool.id);
    expect(taken).toBeLessThanOrEqual(5);
    expect(await world.differences()).toEqual([]);
  });

  test('when forty processes give free seats and staff offer too, then each seat is given once, in the order of the list', async () => {
    const pool = await world.pool({ seats: 10, offer_limit: 10, auto_offer: true });
    const waiting = await world.applicants(30);
    await world.publish(waiting.map((one) => [one, 'waitlisted'] as const));
    const [promoted, offered] = await Promise.all([
      Promise.all(Array.from({ length: CALLERS }, () => promoteWaiting(world.door.context))),
      Promise.all(Array.from({ length: 5 }, () => world.offer(pool.id, { count: 2 }))),
    ]);
    const made = offered.filter(({ statusCode }) => statusCode === 201);
    expect(promoted.reduce((sum, n) => sum + n, 0) + 2 * made.length).toBe(10);
    const stages = await Promise.all(waiting.map((one) => world.stage(one)));
    expect(stages).toEqual(waiting.map((_one, at) => (at < 10 ? 'passed' : 'waitlisted')));
    const told = world.door.published.filter(({ payload }) => payload.kind === 'seat_offered');
    expect(new Set(told.map(({ payload }) => payload.dedupeKey)).size).toBe(10);
    expect(await world.differences()).toEqual([]);
  });
});
