import { type Applicant, openSeats, SEAT_YEAR, type Seats } from './seats-world.ts';

describe('the check of seats and lists', () => {
  let world: Seats;
  let poolId: string;
  let one: Applicant;
  let two: Applicant;
  let three: Applicant;
  beforeEach(async () => {
    world = await openSeats();
    poolId = (await world.pool({ seats: 3, offer_limit: 3 })).id;
    [one, two, three] = (await world.applicants(3)) as [Applicant, Applicant, Applicant];
    await world.publish([
      [one, 'passed'],
      [two, 'waitlisted'],
      [three, 'waitlisted'],
    ]);
  });
  afterEach(() => world.door.close());

  const entryOf = (of: Applicant) =>
    world.door.db('waitlist_entries').where({ registration_id: of.id, status: 'waiting' });
  const idOf = async (of: Applicant): Promise<string> => (await entryOf(of).first('id')).id;
  const stage = (of: Applicant, current_stage: string) =>
    world.door.db('registrations').where({ id: of.id }).update({ current_stage });

  test('when rows are as the portal writes them, then nothing differs', async () => {
    expect(await world.differences()).toEqual([]);
  });

  test.each([
    [
      'more seats are taken than offers hold',
      () => world.door.db('seat_pools').update({ taken: 2 }),
      'taken',
    ],
    [
      'an offer went past its pool',
      () =>
        world.door.db('offers').update({
          status: 'released',
          release_cause: 'staff',
          releasing_at: new Date(),
          released_at: new Date(),
        }),
      'taken',
    ],
  ])('when %s, then the pool is named with both figures', async (_what, plant, what) => {
    await plant();
    const found = await world.differences();
    expect(found.find((difference) => difference.what === what)).toMatchObject({ id: poolId });
  });

  test('when a number was not written, then its entry is named with the number that it has', async () => {
    const id = await idOf(three);
    await world.door.db('waitlist_positions').where({ entry_id: id }).delete();
    expect(await world.differences()).toEqual([{ what: 'position', id, stored: 'none', counted: '2' }]);
  });

  test('when a family left past the events, then those behind have numbers that are too high', async () => {
    await entryOf(two).update({ status: 'withdrawn', ended_at: new Date() });
    await stage(two, 'released');
    expect(await world.differences()).toEqual([
      { what: 'position', id: await idOf(three), stored: '2', counted: '1' },
      { what: 'position', id: poolId, stored: '2', counted: '1' },
    ]);
  });

  test('when a key is not that of its values, then its entry is named, and its number where others follow from it', async () => {
    const { id, sort_key } = await entryOf(three).first('id', 'sort_key');
    await entryOf(three).update({ sort_key: sort_key.replace(/^1/u, '0') });
    const found = await world.differences();
    expect(found.find(({ what }) => what === 'order')).toMatchObject({ id, counted: sort_key });
    expect(found.filter(({ what }) => what === 'position')).toHaveLength(2);
  });

  test.each([
    ['holds a seat', () => one],
    ['waits', () => three],
  ])(
    'when a child that %s is in another class now, then its registration is named',
    async (_what, subject) => {
      const { id } = subject();
      await world.door.db('registrations').where({ id }).update({ kelas: '2' });
      expect(await world.differences()).toEqual([
        { what: 'class', id, stored: `${SEAT_YEAR} SD 2`, counted: `${SEAT_YEAR} SD 1` },
      ]);
    },
  );

  test('when a stage does not fit a seat or a place on the list, then its registration is named', async () => {
    const [four] = (await world.applicants(1)) as [Applicant];
    await stage(four, 'passed');
    await stage(one, 'waiting_announcement');
    await stage(two, 'passed');
    const found = await world.differences();
    const named = found.map(({ what, id, stored, counted }) => [what, id, stored, counted]);
    expect(new Map(named.map((row) => [row[1], row]))).toEqual(
      new Map([
        [one.id, ['stage', one.id, 'waiting_announcement', 'passed']],
        [two.id, ['stage', two.id, 'passed', 'waitlisted']],
        [four.id, ['stage', four.id, 'passed', 'none']],
      ]),
    );
  });
});
