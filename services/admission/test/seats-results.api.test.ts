import { readSeat, type Seat } from '@gerbang/contracts/waitlists';
import { uuidv7 } from 'uuidv7';
import { type Applicant, openSeats, type Seats, shownOrder } from './seats-world.ts';

describe('results where seats are limited', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  const seat = async (one: Applicant): Promise<Seat> =>
    (await world.door.call(readSeat, one.family, { params: { id: one.id } })).json();
  const since = (from: number, type: string) =>
    world.door.published
      .slice(from)
      .filter((one) => one.type === type)
      .map(({ payload }) => payload);

  test('when no class has limited seats, then results leave what they always left, and no child can wait', async () => {
    const [one, two] = await world.applicants(2);
    const from = world.door.published.length;
    await world.publish([
      [one!, 'passed'],
      [two!, 'waitlisted'],
    ]);
    expect([await world.stage(one!), await world.stage(two!)]).toEqual(['passed', 'waiting_announcement']);
    expect(since(from, 'result.skipped')).toMatchObject([{ registration_id: two!.id, reason: 'seats' }]);
    expect(since(from, 'registration.changed')).toMatchObject([{ id: one!.id, seat: null }]);
    expect(since(from, 'seats.changed')).toEqual([]);
    expect(await seat(one!)).toEqual({ kind: 'none', offer: null, waitlist: null, history: [] });
  });

  test('when a class has two seats, then two pass with a deadline, the third is skipped, and who waits gets a number', async () => {
    const pool = await world.pool();
    const [one, two, three, four, five] = await world.applicants(5);
    const from = world.door.published.length;
    await world.publish([
      [one!, 'passed'],
      [two!, 'passed'],
      [three!, 'passed'],
      [four!, 'waitlisted'],
      [five!, 'waitlisted'],
    ]);
    expect(await Promise.all([one, two, three, four, five].map((some) => world.stage(some!)))).toEqual([
      'passed',
      'passed',
      'waiting_announcement',
      'waitlisted',
      'waitlisted',
    ]);
    expect(since(from, 'result.skipped')).toMatchObject([{ registration_id: three!.id, reason: 'seats' }]);
    expect(since(from, 'seats.changed').at(-1)).toMatchObject({ free: 0 });
    // Seven days from a Monday are a Monday, 20.00 in Jakarta.
    const answer_until = '2027-02-08T13:00:00.000Z';
    expect(since(from, 'registration.changed').find(({ id }) => id === one!.id)).toMatchObject({
      seat: { status: 'open', answer_until },
    });
    expect(await seat(one!)).toMatchObject({
      kind: 'offer',
      offer: { status: 'open', answer_until, days_left: 7 },
    });
    expect(await seat(five!)).toMatchObject({
      kind: 'waitlist',
      waitlist: {
        position: 2,
        of: 2,
        class_label: 'SD kelas 1',
        answer_days: 7,
        criteria: [
          { label: 'Saudara kandung', value: 'tidak' },
          { label: 'Terdaftar', value: '3 Januari 2027 pukul 09.05' },
        ],
        history: [{ from: null, position: 2, of: 2, text: 'masuk daftar tunggu' }],
      },
    });
    const kinds = since(from, 'message.requested').map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['result_published']));
    expect(kinds).toHaveLength(4);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 2, free: 0, open: 2, waiting: 2 });
    expect(await world.differences()).toEqual([]);
  });

  test('when the same publication comes twice, then seats and numbers are given once', async () => {
    const pool = await world.pool();
    const [one, two] = await world.applicants(2);
    const id = uuidv7();
    const results = [
      [one!, 'passed'],
      [two!, 'waitlisted'],
    ] as const;
    await world.publish(results, id);
    await world.publish(results, id);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 1, waiting: 1 });
    expect(await shownOrder(world, pool.id)).toEqual([two!.id]);
  });

  test('when a sibling is confirmed before the others, then who joins above moves them, and they read why', async () => {
    const pool = await world.pool({ seats: 0, offer_limit: 0 });
    const [one, two] = await world.applicants(2);
    await world.publish([[one!, 'waitlisted']]);
    await world.door.db('registration_priorities').insert({
      registration_id: two!.id,
      kind: 'sibling',
      confirmed: true,
      by_id: uuidv7(),
      by_role: 'cs',
    });
    await world.publish([[two!, 'waitlisted']]);
    expect(await shownOrder(world, pool.id)).toEqual([two!.id, one!.id]);
    expect((await seat(one!)).waitlist).toMatchObject({
      position: 2,
      of: 2,
      history: [
        { from: 1, position: 2, text: 'satu keluarga masuk daftar, sesuai aturan prioritas' },
        { from: null, position: 1 },
      ],
    });
  });

  test('when a list is full, then a further child is skipped', async () => {
    await world.pool({ seats: 0, offer_limit: 0, list_max: 1 });
    const [one, two] = await world.applicants(2);
    const from = world.door.published.length;
    await world.publish([
      [one!, 'waitlisted'],
      [two!, 'waitlisted'],
    ]);
    expect(since(from, 'result.skipped')).toMatchObject([{ registration_id: two!.id, reason: 'seats' }]);
  });
});
