import {
  confirmPriority,
  leaveWaitlist,
  readSeat,
  readWaitlist,
  type Seat,
  type WaitlistEntry,
} from '@gerbang/contracts/waitlists';
import { endSeats } from '../src/seats/offers/end-seats.ts';
import { endRegistrations } from '../src/registration-record/end-data.repository.ts';
import { numberLists } from '../src/seats/waitlist/number-lists.ts';
import { type Applicant, openSeats, type Seats, shownOrder } from './seats-world.ts';

const CALLERS = 40;

describe('numbers of a waiting list', () => {
  let world: Seats;
  let poolId: string;
  beforeEach(async () => {
    world = await openSeats();
    poolId = (await world.pool({ seats: 40, offer_limit: 40 })).id;
  });
  afterEach(() => world.close());

  async function waiting(count: number): Promise<Applicant[]> {
    const all = await world.applicants(count);
    await world.publish(all.map((one) => [one, 'waitlisted'] as const));
    return all;
  }
  const place = async (one: Applicant) => {
    const seat: Seat = (await world.door.call(readSeat, one.family, { params: { id: one.id } })).json();
    return seat.waitlist;
  };
  const texts = async (one: Applicant) =>
    (await place(one))?.history.map(({ from, position, of, text }) => [from, position, of, text]);
  const leave = (one: Applicant) => world.door.call(leaveWaitlist, one.family, { params: { id: one.id } });
  const prioritise = (one: Applicant) =>
    world.door.call(confirmPriority, world.manager, {
      params: { id: one.id },
      body: { kind: 'sibling', confirmed: true },
    });
  const list = async (): Promise<WaitlistEntry[]> =>
    (await world.door.call(readWaitlist, world.desk, { params: { id: poolId } })).json().entries;

  test('when a seat is offered, then the others read their numbers of before until the new ones are written, and both fit', async () => {
    const [one, two, three] = await waiting(3);
    await world.offer(poolId, { count: 1 });
    expect(await place(three!)).toMatchObject({ position: 3, of: 3, history: [{ position: 3 }] });
    const entries = await list();
    // Staff decide by the order as it is; a number has no words before it is written.
    expect(entries.map(({ registration_id, sentence }) => [registration_id, sentence])).toEqual([
      [two!.id, 'Urutan 1 dari 2'],
      [three!.id, 'Urutan 2 dari 2'],
    ]);
    expect(await world.differences()).toEqual([]);
    expect(await world.number()).toBe(1);
    expect(await world.number()).toBe(0);
    expect(await place(three!)).toMatchObject({ position: 2, of: 2 });
    const words = 'satu keluarga di atas Anda mendapat tawaran';
    expect(await texts(three!)).toEqual([
      [3, 2, 2, words],
      [null, 3, 3, 'masuk daftar tunggu'],
    ]);
    expect((await list())[1]?.sentence).toBe(`Urutan 2 dari 2, naik satu karena ${words}`);
    expect(await world.stage(one!)).toBe('passed');
    expect(await world.differences()).toEqual([]);
  });

  test('when several leave before numbers are written, then each move keeps its own words and numbers', async () => {
    const [one, two, three, four] = await waiting(4);
    await world.offer(poolId, { count: 1 });
    await leave(three!);
    await leave(two!);
    await world.number();
    expect(await texts(four!)).toEqual([
      [2, 1, 1, 'satu keluarga melepas tempatnya'],
      [3, 2, 2, 'satu keluarga melepas tempatnya'],
      [4, 3, 3, 'satu keluarga di atas Anda mendapat tawaran'],
      [null, 4, 4, 'masuk daftar tunggu'],
    ]);
    expect(await world.stage(one!)).toBe('passed');
    expect(await world.differences()).toEqual([]);
  });

  test('when a sibling is confirmed before numbers are written, then what came before is counted by the order of before', async () => {
    const [, two, three] = await waiting(3);
    await world.offer(poolId, { count: 1 });
    await prioritise(three!);
    expect(await texts(two!)).toEqual([
      [1, 2, 2, 'prioritas saudara kandung dari satu keluarga dikonfirmasi'],
      [2, 1, 2, 'satu keluarga di atas Anda mendapat tawaran'],
      [null, 2, 3, 'masuk daftar tunggu'],
    ]);
    expect(await world.number()).toBe(0);
    expect(await world.differences()).toEqual([]);
  });

  test('when children join before numbers are written, then those who wait have moved first', async () => {
    const [, two] = await waiting(2);
    await world.offer(poolId, { count: 1 });
    const [later] = await waiting(1);
    expect(await texts(two!)).toEqual([
      [2, 1, 1, 'satu keluarga di atas Anda mendapat tawaran'],
      [null, 2, 2, 'masuk daftar tunggu'],
    ]);
    expect(await texts(later!)).toEqual([[null, 2, 2, 'masuk daftar tunggu']]);
    expect(await world.differences()).toEqual([]);
  });

  test('when a family is erased before numbers are written, then no move of the others is lost', async () => {
    const [one, two, three] = await waiting(3);
    await leave(one!);
    await world.door.database.transaction(async (trx) => {
      await endSeats(world.door.context, trx, [one!.id, two!.id]);
      await endRegistrations(world.door.context, trx, [one!.id, two!.id]);
    });
    await world.number();
    expect(await texts(three!)).toEqual([
      [2, 1, 1, 'satu keluarga melepas tempatnya'],
      [3, 2, 2, 'satu keluarga melepas tempatnya'],
      [null, 3, 3, 'masuk daftar tunggu'],
    ]);
    expect(await world.differences()).toEqual([]);
  });

  test('when the program that writes numbers breaks off, then nothing is half written, and the next one does all', async () => {
    const all = await waiting(4);
    await leave(all[0]!);
    const breaking: typeof world.door.database.transaction = (work) =>
      world.door.database.transaction(async (trx) => {
        await work(trx);
        throw new Error('cut off');
      });
    const database = { ...world.door.database, transaction: breaking };
    await expect(numberLists({ database })).rejects.toThrow('cut off');
    expect(await place(all[3]!)).toMatchObject({ position: 4, of: 4 });
    expect(await shownOrder(world, poolId)).toEqual(all.slice(1).map(({ id }) => id));
  });

  test('when numbers are not written for minutes, then the check of seats says so', async () => {
    const all = await waiting(2);
    await leave(all[0]!);
    await world.door.db.raw(`alter table waitlist_events disable trigger user`);
    await world.door.db.raw(`update waitlist_events set at = at - interval '11 minutes'`);
    expect(await world.differences()).toMatchObject([{ what: 'numbers', id: poolId }]);
    await world.number();
    expect(await world.differences()).toEqual([]);
  });

  test('when forty leave, are offered seats, read and number the list at once, then every number is of its event', async () => {
    const all = await waiting(CALLERS + 5);
    const steps = all.slice(0, CALLERS).map(async (one, at) => {
      if (at % 4 === 0) return void (await leave(one));
      if (at % 4 === 1) return void (await world.offer(poolId, { count: 1 }));
      if (at % 4 === 2) return void (await world.number());
      const shown = await place(one);
      if (shown) expect(shown.position).toBeLessThanOrEqual(shown.of);
    });
    await Promise.all(steps);
    await shownOrder(world, poolId);
    expect(await replayed(world, poolId)).toEqual(await written(world, poolId));
    expect(await world.differences()).toEqual([]);
  });
});

/** Every number that was written, as `entry event position of`. */
async function written({ door }: Seats, poolId: string): Promise<string[]> {
  const rows = await door
    .db('waitlist_positions as p')
    .join('waitlist_events as e', 'e.id', 'p.event_id')
    .where('e.pool_id', poolId)
    .select<{ entry_id: string; event_id: number; position: number; of: number }[]>('p.*');
  return rows
    .map(({ entry_id, event_id, position, of }) => `${entry_id} ${event_id} ${position} ${of}`)
    .sort();
}

/** The numbers that the events of a list say, where entries joined by the first event and only left later. */
async function replayed({ door }: Seats, poolId: string): Promise<string[]> {
  const events = await door.db('waitlist_events').where({ pool_id: poolId }).orderBy('id');
  const entries: { id: string; ended_event: number | null }[] = await door
    .db('waitlist_entries')
    .where({ pool_id: poolId })
    .orderBy('sort_key');
  const last = new Map<string, number>();
  const numbers: string[] = [];
  for (const { id: event } of events as { id: number }[]) {
    const here = entries.filter(({ ended_event }) => ended_event === null || ended_event > event);
    for (const [at, { id }] of here.entries()) {
      if (last.get(id) !== at + 1) numbers.push(`${id} ${event} ${at + 1} ${here.length}`);
      last.set(id, at + 1);
    }
  }
  return numbers.sort();
}
