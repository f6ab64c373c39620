import { listStageHistory } from '@gerbang/contracts/registration-stages';
import { updateRegistration, deleteRegistration } from '@gerbang/contracts/registrations';
import { getStaffRegistration } from '@gerbang/contracts/staff-registrations';
import {
  closeWaitlist,
  confirmPriority,
  exportWaitlist,
  leaveWaitlist,
  listWaitlistEvents,
  readSeat,
  readWaitlist,
  stayOnWaitlist,
  type Seat,
  type WaitlistEntry,
} from '@gerbang/contracts/waitlists';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { uuidv7 } from 'uuidv7';
import { proposeSiblings } from '../src/seats/waitlist/priorities.repository.ts';
import { promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import { askWaiting } from '../src/seats/waitlist/waitlist-jobs.ts';
import type { Caller } from './door.ts';
import { type Applicant, keyed, MONDAY, openSeats, type Seats, shownOrder } from './seats-world.ts';

const DAY_MS = 86_400_000;

describe('waiting lists', () => {
  let world: Seats;
  let poolId: string;
  let one: Applicant;
  let two: Applicant;
  let three: Applicant;
  beforeEach(async () => {
    world = await openSeats();
    const pool = await world.pool({ seats: 0, offer_limit: 0 });
    poolId = pool.id;
    [one, two, three] = (await world.applicants(3)) as [Applicant, Applicant, Applicant];
    await world.publish([
      [one, 'waitlisted'],
      [two, 'waitlisted'],
      [three, 'waitlisted'],
    ]);
  });
  afterEach(() => world.close());

  const ofFamily = (call: typeof readSeat | typeof leaveWaitlist | typeof stayOnWaitlist, of: Applicant) =>
    world.door.call(call, of.family, { params: { id: of.id } });
  const seat = async (of: Applicant): Promise<Seat> => (await ofFamily(readSeat, of)).json();
  const list = async (): Promise<WaitlistEntry[]> =>
    (await world.door.call(readWaitlist, world.desk, { params: { id: poolId } })).json().entries;
  const prioritise = (of: Applicant, confirmed: boolean, kind = 'sibling') =>
    world.door.call(confirmPriority, world.manager, {
      params: { id: of.id },
      body: { kind, confirmed, note: 'Kakak di SD 4' },
    });

  test('when the list is taken as a file, then it has the order of the list, and the trail names the class', async () => {
    await prioritise(three, true);
    const take = (id: string) =>
      world.door.call(exportWaitlist, world.desk, { params: { id }, query: 'format=csv' });
    const answer = await take(poolId);
    expect(answer.headers['content-disposition']).toMatch(
      /filename="daftar-tunggu-sd-kelas-1-[\d-]+\.csv"$/u,
    );
    const [head, ...rows] = readCsv(answer.body);
    expect(head?.slice(0, 3)).toEqual(['Urutan', 'Nama Anak', 'Nomor Pendaftaran']);
    const entries = await list();
    expect(rows.map((row) => row[2])).toEqual(entries.map(({ registration_number }) => registration_number));
    expect(rows[0]?.[5]).toBe('Saudara kandung');
    const [noted] = await world.door.db('audit_events').where({ action: 'waitlist.exported' });
    expect([noted.subject_id, noted.details.rows]).toEqual([poolId, 3]);
    expect((await take(world.desk.id)).statusCode).toBe(404);
  });

  test('when a sibling is confirmed, then the numbers follow, and families and staff read the same words', async () => {
    expect((await prioritise(three, true)).statusCode).toBe(200);
    expect(await shownOrder(world, poolId)).toEqual([three.id, one.id, two.id]);
    const words = 'prioritas saudara kandung dari satu keluarga dikonfirmasi';
    expect((await seat(two)).waitlist).toMatchObject({
      position: 3,
      of: 3,
      history: [
        { from: 2, position: 3, text: words },
        { from: null, position: 2 },
      ],
    });
    const entries = await list();
    expect(entries.map(({ registration_id }) => registration_id)).toEqual([three.id, one.id, two.id]);
    expect(entries[2]?.sentence).toBe(`Urutan 3 dari 3, turun satu karena ${words}`);
    expect(entries[0]?.priorities).toMatchObject([
      { kind: 'sibling', confirmed: true, note: 'Kakak di SD 4', by: { name: 'Hendra Gunawan' } },
    ]);
    await prioritise(three, false);
    expect(await shownOrder(world, poolId)).toEqual([one.id, two.id, three.id]);
    const { details } = await world.door.db('audit_events').where({ action: 'priority.decided' }).first();
    expect(JSON.stringify(details)).not.toContain('Kakak');
    expect(await world.differences()).toEqual([]);
  });

  test('when a family has a child at the school, then its sibling is proposed, before and after it waits, and counts once confirmed', async () => {
    const siblings = async (elder: Applicant, other: Applicant) => {
      const { parent_id } = await world.door.db('children').where({ id: elder.child_id }).first('parent_id');
      await world.door.db('children').where({ id: other.child_id }).update({ parent_id });
    };
    const proposed = async () =>
      (await list()).flatMap(({ registration_id, priorities }) =>
        priorities.map(({ kind, confirmed, by }) => [registration_id, kind, confirmed, by]),
      );
    const [older, accepted, late] = (await world.applicants(3, { kelas: '2' })) as [
      Applicant,
      Applicant,
      Applicant,
    ];
    const [four] = (await world.applicants(1)) as [Applicant];
    await siblings(older, four);
    await siblings(accepted, two);
    await siblings(late, three);
    await world.publish([[older, 'passed']]);
    await world.publish([[four, 'waitlisted']]);
    expect(await proposed()).toEqual([[four.id, 'sibling', false, null]]);
    // A sibling that is accepted while the child waits.
    await world.publish([
      [accepted, 'passed'],
      [late, 'failed'],
    ]);
    const { knex } = world.door.database;
    expect([await proposeSiblings(knex), await proposeSiblings(knex)]).toEqual([1, 0]);
    expect(await proposed()).toEqual([
      [two.id, 'sibling', false, null],
      [four.id, 'sibling', false, null],
    ]);
    expect(await shownOrder(world, poolId)).toEqual([one.id, two.id, three.id, four.id]);
    expect((await prioritise(four, true)).statusCode).toBe(200);
    expect(await shownOrder(world, poolId)).toEqual([four.id, one.id, two.id, three.id]);
    expect(await proposeSiblings(knex)).toBe(0);
  });

  test('when the order is changed, then staff name on the phone who set it and when', async () => {
    const pool = await world.figures(poolId);
    await world.change(pool, { criteria: ['internal', 'registered_at'], reason: 'Rapat yayasan' });
    expect((await list())[0]?.sentence).toBe(
      `Urutan 1 dari 3, aturan ditetapkan ${new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(new Date())} oleh Kepala Sekolah`,
    );
  });

  test('when a registration’s class is limited, then its record shows the priorities to those who read its list', async () => {
    await prioritise(one, true);
    const record = async (caller: Caller) =>
      (await world.door.call(getStaffRegistration, caller, { params: { id: one.id } })).json();
    expect((await record(world.desk)).priorities).toMatchObject([{ kind: 'sibling', confirmed: true }]);
    const finance = await world.door.caller('finance', 'Fajar');
    expect(await record(finance)).not.toHaveProperty('priorities');
    const [free] = await world.applicants(1, { kelas: '2' });
    const answer = await world.door.call(getStaffRegistration, world.desk, {
      params: { id: free?.id ?? '' },
    });
    expect(answer.json()).toMatchObject({ kelas: '2' });
    expect(answer.json()).not.toHaveProperty('priorities');
  });

  test('when the priority is of the caller’s family, then another person must confirm it', async () => {
    await world.door.db('parents').where({ user_id: one.family.id }).update({ user_id: world.manager.id });
    const answer = await prioritise(one, true);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'own_family']);
  });

  test('when a family leaves, then those behind move up; its place is gone, and again it is 409', async () => {
    expect((await ofFamily(leaveWaitlist, one)).json()).toMatchObject({
      kind: 'none',
      history: [{ text: 'Keluar dari daftar tunggu' }],
    });
    expect(await world.stage(one)).toBe('released');
    expect((await ofFamily(leaveWaitlist, one)).json().code).toBe('not_on_list');
    await world.number();
    expect((await seat(three)).waitlist).toMatchObject({
      position: 2,
      of: 2,
      history: [{ from: 3, position: 2, text: 'satu keluarga melepas tempatnya' }, {}],
    });
    const foreign = await world.door.call(leaveWaitlist, one.family, { params: { id: two.id } });
    expect(foreign.statusCode).toBe(404);
    const events = (
      await world.door.call(listWaitlistEvents, world.desk, { params: { id: poolId } })
    ).json() as { cause: string; child_name: string | null }[];
    expect(events.map(({ cause }) => cause)).toEqual(['withdrawn', 'joined']);
    expect(await world.differences()).toEqual([]);
  });

  test('when a fee is owed again, then the seat goes to the next, and the family leaves or is let go like any other', async () => {
    await world.owe(one);
    expect((await list()).map(({ fee_owed }) => fee_owed)).toEqual([true, undefined, undefined]);
    const [first] = await list();
    await world.change(await world.figures(poolId), { seats: 1, offer_limit: 1, auto_offer: true });
    const past = await world.offer(poolId, { entry_id: first?.id, reason: 'Yang pertama dalam urutan' });
    expect([past.statusCode, past.json().code]).toEqual([409, 'fee_not_verified']);
    expect(await promoteWaiting(world.door.context)).toBe(1);
    expect(await promoteWaiting(world.door.context)).toBe(0);
    expect([await world.stage(one), await world.stage(two)]).toEqual(['waitlisted', 'passed']);
    expect((await ofFamily(leaveWaitlist, one)).statusCode).toBe(200);
    await world.owe(three);
    const { version } = await world.figures(poolId);
    const closed = await world.door.call(closeWaitlist, world.manager, {
      params: { id: poolId },
      body: { reason: 'Tahun ajaran dimulai', version },
      headers: keyed(),
    });
    expect(closed.json()).toEqual({ closed: 1 });
    expect([await world.stage(one), await world.stage(three)]).toEqual(['released', 'failed']);
  });

  test('when a family that waits owes its fee again, or what a corrected one lacks, then its place says so', async () => {
    const owes = async () =>
      (await Promise.all([one, two, three].map(seat))).map(({ waitlist }) => waitlist?.owes);
    expect(await owes()).toEqual([undefined, undefined, undefined]);
    await world.owe(one);
    await world.door.db('fee_differences').insert({
      id: uuidv7(),
      registration_id: two.id,
      fee: 750_000,
      amount: 200_000,
      way: 'ask',
      decided_by_id: world.desk.id,
      decided_by_role: 'finance',
      decided_at: MONDAY,
    });
    expect(await owes()).toEqual(['fee', 'difference', undefined]);
  });

  test('when ninety days pass, then families are asked, reminded twice, and without an answer let go; who answers stays', async () => {
    const at = async (days: number) => {
      const begun = await world.door.db('waitlist_entries').where({ registration_id: one.id }).first();
      world.door.setClock(new Date(Math.max(begun.joined_at.getTime(), MONDAY.getTime()) + days * DAY_MS));
      return askWaiting(world.door.context);
    };
    await world.door.db('waitlist_entries').update({ joined_at: MONDAY, confirmed_at: MONDAY });
    expect(await at(89)).toBe(0);
    expect([await at(90), await at(91)]).toEqual([3, 0]);
    expect((await seat(one)).waitlist).toMatchObject({ answer_by: '2027-05-23', next_review: null });
    await ofFamily(stayOnWaitlist, three);
    expect((await seat(three)).waitlist?.answer_by).toBeNull();
    expect([await at(97), await at(104), await at(110), await at(111)]).toEqual([2, 2, 0, 2]);
    expect([await world.stage(one), await world.stage(two), await world.stage(three)]).toEqual([
      'released',
      'released',
      'waitlisted',
    ]);
    expect(world.messages('waitlist_stay')).toHaveLength(7);
    expect(world.messages('waitlist_ended')).toHaveLength(2);
    expect(await shownOrder(world, poolId)).toEqual([three.id]);
    const history = await world.door.call(listStageHistory, one.family, { params: { id: one.id } });
    expect(history.json().at(-1)).toMatchObject({ stage: 'released', created_by: null });
  });

  test('when a list is closed, then no child waits, all are told once, and the results are final', async () => {
    const { version } = await world.figures(poolId);
    const close = (seen: number) =>
      world.door.call(closeWaitlist, world.manager, {
        params: { id: poolId },
        body: { reason: 'Tahun ajaran dimulai', version: seen },
        headers: keyed(),
      });
    expect((await close(version + 1)).json().code).toBe('stale');
    world.door.setClock(new Date('2027-02-01T15:00:00Z'));
    expect((await close(version)).json()).toEqual({ closed: 3 });
    expect((await close(version)).json()).toEqual({ closed: 0 });
    expect(await Promise.all([one, two, three].map((some) => world.stage(some)))).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    const told = world.messages('waitlist_ended').map(({ payload }) => payload);
    expect(new Set(told.map(({ accountId }) => accountId))).toEqual(
      new Set([one, two, three].map(({ family }) => family.id)),
    );
    // Many at once, and at night: they leave in the morning.
    for (const payload of told)
      expect(payload).toMatchObject({ priority: 'bulk', notBefore: '2027-02-02T00:00:00.000Z' });
    expect(await world.differences()).toEqual([]);
  });

  test('when a child waits, then its class stays and its registration too', async () => {
    const change = await world.door.call(updateRegistration, one.family, {
      params: { id: one.id },
      body: { kelas: '2' },
    });
    expect([change.statusCode, change.json().code, change.json().message]).toEqual([
      409,
      'seat_held',
      'Kursi atau daftar tunggu masih terikat ke kelas ini.',
    ]);
    const removal = await world.door.call(deleteRegistration, one.family, { params: { id: one.id } });
    expect([removal.statusCode, removal.json().code]).toEqual([409, 'seat_held']);
  });

  test('when a family reads its place, then no answer names a child of another family', async () => {
    await prioritise(three, true);
    await ofFamily(leaveWaitlist, two);
    for (const own of [one, two, three]) {
      const text = (await ofFamily(readSeat, own)).body;
      for (const other of [one, two, three]) {
        if (other.id !== own.id)
          for (const mark of [other.id, other.child_id]) expect(text).not.toContain(mark);
      }
      expect(text).not.toMatch(/Anak Ke|Wali|PSB-/u);
    }
  });
});
