import { getAdmissionReport } from '@gerbang/contracts/reports';
import { getSchool } from '@gerbang/contracts/school-versions';
import { createSeatPool, deleteSeatPool, readSeats } from '@gerbang/contracts/seat-pools';
import { uuidv7 } from 'uuidv7';
import { type Applicant, openSeats, SEAT_YEAR, type Seats, shownOrder } from './seats-world.ts';

describe('seats of classes', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  const create = (body: Record<string, unknown>) =>
    world.door.call(createSeatPool, world.manager, {
      body: {
        academic_year: SEAT_YEAR,
        jenjang: 'SD',
        kelas: '1',
        seats: 2,
        offer_limit: 2,
        criteria: ['registered_at'],
        ...body,
      },
    });
  const seatEvents = () =>
    world.door.published.filter(({ type }) => type === 'seats.changed').map(({ payload }) => payload);

  test('when a class gets seats, then they are shown, published, and the choice of criteria has no scores', async () => {
    const pool = await world.pool({ seats: 60, offer_limit: 62 });
    expect(pool).toMatchObject({
      label: 'SD kelas 1',
      taken: 0,
      free: 62,
      waiting: 0,
      answer_days: 7,
      auto_offer: false,
      rule_set: null,
      warnings: [{ code: 'above_class_size', text: 'Lebih besar dari 28 per rombel × 2.' }],
    });
    expect(seatEvents()).toEqual([
      {
        pool_id: pool.id,
        academic_year: SEAT_YEAR,
        jenjang: 'SD',
        kelas: '1',
        free: 62,
        version: 1,
      },
    ]);
    const query = new URLSearchParams({ academic_year: SEAT_YEAR, jenjang: 'SD' }).toString();
    const answer = await world.door.call(readSeats, world.desk, { query });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        criteria_offered: ['internal', 'sibling', 'staff_child', 'fee_verified_at', 'registered_at'],
        pools: [pool],
      },
    ]);
  });

  test('when seats are limited, then set-up counts the limits, and the report tells how they stand', async () => {
    const years = async () => {
      const school = (await world.door.call(getSchool, world.manager)).json();
      return school.checklist.find(({ key }: { key: string }) => key === 'years').text as string;
    };
    // A report is kept for a minute: each reading has a query of its own.
    const seats = async (query: string) =>
      (await world.door.call(getAdmissionReport, world.manager, { query })).json().seats;
    expect([await years(), await seats('')]).toEqual([expect.not.stringContaining('kursi'), undefined]);
    await world.pool({ seats: 1, offer_limit: 1 });
    const [first, second] = (await world.applicants(2)) as [Applicant, Applicant];
    await world.publish([
      [first, 'passed'],
      [second, 'waitlisted'],
    ]);
    expect(await years()).toMatch(/, 1 batas kursi$/u);
    expect(await seats('jenjang=SD')).toEqual([
      {
        academic_year: SEAT_YEAR,
        jenjang: 'SD',
        label: 'SD kelas 1',
        seats: 1,
        free: 0,
        waiting: 1,
        released: 0,
      },
    ]);
  });

  test.each([
    [{ offer_limit: 4 }, 422, 'offer_limit'],
    [{ offer_limit: 1 }, 422, 'offer_limit'],
    [{ criteria: ['score', 'registered_at'] }, 422, 'criteria'],
    [{ criteria: ['registered_at', 'sibling'] }, 400, 'bad_request'],
    [{ kelas: '9' }, 422, 'kelas'],
    [{ academic_year: '2019/2020' }, 422, 'academic_year'],
  ])('when %j is sent, then it is refused: %d %s', async (body, status, code) => {
    const answer = await create(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test('when a level and one of its classes would count the same seats, then the second is 409, in a race too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, at) => create({ kelas: at % 2 === 0 ? null : '1' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 201).map((one) => one.json().code);
    expect(new Set(refused)).toEqual(new Set(['pool_overlap']));
  });

  test('when children passed before, then they hold seats without a deadline; too many are 409 with their number', async () => {
    const [one, two, three] = await world.applicants(3);
    await world.publish([
      [one!, 'passed'],
      [two!, 'passed'],
      [three!, 'passed'],
    ]);
    await world.confirm(one!, 1, 'submitted');
    const few = await create({});
    expect([few.statusCode, few.json().code, few.json().details]).toEqual([409, 'below_taken', { taken: 3 }]);
    const pool = await world.pool({ seats: 3, offer_limit: 3 });
    expect(pool).toMatchObject({ taken: 3, free: 0, open: 2, accepted: 1, next_deadline: null });
    expect(await world.held(one!)).toMatchObject({
      source: 'migrated',
      status: 'accepted',
      answer_until: null,
    });
    expect(await world.differences()).toEqual([]);
  });

  test('when seats change, then not below what is taken, only the seen version, and another order needs a reason', async () => {
    const pool = await world.pool({ seats: 1, offer_limit: 1, criteria: ['registered_at'] });
    const [one, two, three] = await world.applicants(3);
    await world.publish([
      [one!, 'passed'],
      [two!, 'waitlisted'],
      [three!, 'waitlisted'],
    ]);
    expect(await shownOrder(world, pool.id)).toEqual([two!.id, three!.id]);
    const below = await world.change(pool, { seats: 0, offer_limit: 0 });
    expect([below.statusCode, below.json().code, below.json().details]).toEqual([
      409,
      'below_taken',
      { taken: 1 },
    ]);
    const order = { criteria: ['fee_verified_at', 'registered_at'] };
    const silent = await world.change(pool, order);
    expect([silent.statusCode, silent.json().code]).toEqual([422, 'reason']);
    await world.door
      .db('waitlist_entries')
      .where({ registration_id: three!.id })
      .update({
        criteria_values: world.door.db.raw(
          `jsonb_set(criteria_values, '{fee_verified_at}', '"2026-01-01T00:00:00.000Z"')`,
        ),
      });
    const changed = await world.change(pool, { ...order, reason: 'Rapat 2 Januari' });
    expect([changed.statusCode, changed.json()]).toMatchObject([
      200,
      { version: 2, rule_set: { by: { name: 'Hendra Gunawan', role: 'manager_pendidikan' } } },
    ]);
    expect(await shownOrder(world, pool.id)).toEqual([three!.id, two!.id]);
    const stale = await world.change(pool, { seats: 5, offer_limit: 5 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale']);
    expect(await world.differences()).toEqual([]);
  });

  test('when a pool holds a seat or lets a family wait, then it stays; after that it ends and announcements hear it', async () => {
    const pool = await world.pool();
    const remove = () => world.door.call(deleteSeatPool, world.manager, { params: { id: pool.id } });
    const [one] = await world.applicants(1);
    await world.publish([[one!, 'passed']]);
    const used = await remove();
    expect([used.statusCode, used.json().code]).toEqual([409, 'pool_in_use']);
    const other = await world.pool({ kelas: '2' });
    const gone = await world.door.call(deleteSeatPool, world.manager, { params: { id: other.id } });
    expect(gone.statusCode).toBe(204);
    expect(seatEvents().at(-1)).toMatchObject({ pool_id: other.id, free: null });
    expect((await world.pool({ kelas: '2' })).id).not.toBe(other.id);
    expect(
      (await world.door.call(deleteSeatPool, world.manager, { params: { id: uuidv7() } })).statusCode,
    ).toBe(404);
  });
});
