import { admissionExport } from '@gerbang/contracts/admission-export';
import { exportOffers, extendOffer, listOffers, releaseOffer } from '@gerbang/contracts/offers';
import { createRegistration } from '@gerbang/contracts/registrations';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { closeWaitlist, declineSeat, readSeat } from '@gerbang/contracts/waitlists';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { uuidv7 } from 'uuidv7';
import { expireOffers, promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import type { Caller } from './door.ts';
import { registrationForm } from './families.ts';
import { type Applicant, offeredPool, keyed, openSeats, SEAT_YEAR, type Seats } from './seats-world.ts';

/** The deadline of the first offers, and the morning after it. */
const DEADLINE = '2027-02-08T13:00:00.000Z';
const AFTER = new Date('2027-02-09T01:30:00Z');

describe('offers of seats', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  const again = async ({ child_id, family }: Applicant) =>
    (await world.door.call(createRegistration, family, { body: registrationForm(child_id) })).statusCode;
  const releasing = () => world.door.published.filter(({ type }) => type === 'offer.releasing');
  const decline = (one: Applicant, body: Record<string, unknown> = {}) =>
    world.door.call(declineSeat, one.family, { params: { id: one.id }, body, headers: keyed() });

  test('when a deadline passes, then billing is asked; released, the next family is offered the seat, both told once', async () => {
    const { pool, one, two, three } = await offeredPool(world, { auto_offer: true });
    expect(await expireOffers(world.door.context)).toBe(0);
    world.door.setClock(AFTER);
    expect(await expireOffers(world.door.context)).toBe(1);
    expect(await expireOffers(world.door.context)).toBe(0);
    const { id } = await world.held(one);
    expect(releasing().map(({ payload }) => payload)).toEqual([
      { offer_id: id, registration_id: one.id, cause: 'deadline', reason: null, actor: null, version: 2 },
    ]);
    // Billing has not answered: nothing is free.
    expect(await promoteWaiting(world.door.context)).toBe(0);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 1, releasing: 1, free: 0 });
    await world.settle('offer.released', id, one.id);
    await world.settle('offer.released', id, one.id);
    expect(await world.stage(one)).toBe('released');
    expect(await promoteWaiting(world.door.context)).toBe(1);
    expect(await promoteWaiting(world.door.context)).toBe(0);
    // The child may be registered again in the year, once.
    expect([await again(one), await again(one), await again(three)]).toEqual([201, 409, 409]);
    expect([await world.stage(two), await world.stage(three)]).toEqual(['passed', 'waitlisted']);
    expect(world.messages('seat_released')).toHaveLength(1);
    expect(world.messages('seat_offered')).toMatchObject([
      { payload: { params: { level: 'SD kelas 1', until: '16 Februari 2027, 20.00 WIB' } } },
    ]);
    for (const kind of ['seat_released', 'seat_offered'])
      expect(world.messages(kind)[0]?.payload).not.toHaveProperty('notBefore');
    await world.number();
    const waits = (await world.door.call(readSeat, three.family, { params: { id: three.id } })).json();
    expect(waits.waitlist).toMatchObject({
      position: 1,
      of: 1,
      history: [{ from: 2, position: 1, text: 'satu kursi dilepas karena batas waktu' }, { from: null }],
    });
    const gone = (await world.door.call(readSeat, one.family, { params: { id: one.id } })).json();
    expect(gone).toMatchObject({
      kind: 'none',
      history: [{ text: 'Kursi dilepas karena batas waktunya lewat' }],
    });
    expect(await world.differences()).toEqual([]);
    // What the jobs did stands without a person on the dashboard of staff.
    const { app, headers } = world.door;
    const url = '/api/dashboard/admission';
    const { recent } = (await app.inject({ url, headers: headers(world.desk) })).json().staff;
    expect(recent.map(({ actor }: { actor: { role: string } | null }) => actor?.role ?? null)).toContain(
      null,
    );
  });

  test('when the fee of an accepted child is owed again, then its seat is released like any other, and its stage says so', async () => {
    const { one, two } = await offeredPool(world, { auto_offer: true });
    await world.owe(one);
    world.door.setClock(AFTER);
    expect(await expireOffers(world.door.context)).toBe(1);
    await world.settle('offer.released', (await world.held(one)).id, one.id);
    expect(await world.stage(one)).toBe('released');
    expect(await promoteWaiting(world.door.context)).toBe(1);
    expect(await world.stage(two)).toBe('passed');
  });

  test('when the family confirmed a moment before, then billing keeps the seat', async () => {
    const { pool, one } = await offeredPool(world, { auto_offer: true });
    world.door.setClock(AFTER);
    await expireOffers(world.door.context);
    const { id } = await world.held(one);
    await world.confirm(one, 1, 'submitted');
    expect((await world.held(one)).status).toBe('releasing');
    // Answers to an earlier question.
    for (const type of ['offer.released', 'offer.kept'] as const) await world.settle(type, id, one.id, 1);
    expect((await world.held(one)).status).toBe('releasing');
    await world.settle('offer.kept', id, one.id);
    expect(await world.held(one)).toMatchObject({ status: 'accepted', release_cause: null });
    await world.settle('offer.released', id, one.id);
    expect(await world.stage(one)).toBe('passed');
    expect(await promoteWaiting(world.door.context)).toBe(0);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 1, accepted: 1 });
    expect(world.messages('seat_released')).toEqual([]);
  });

  test('when a confirmation is sent, then the seat is taken; declined, it is held three more days at least', async () => {
    const { one } = await offeredPool(world);
    await world.confirm(one, 1, 'submitted');
    expect((await world.held(one)).status).toBe('accepted');
    const refused = await decline(one);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'confirmed_already',
      'Daftar ulang sudah dikirim. Hubungi sekolah untuk membatalkan.',
    ]);
    await world.confirm(one, 2, 'declined');
    expect(await world.held(one)).toMatchObject({ status: 'open', answer_until: new Date(DEADLINE) });
    await world.confirm(one, 3, 'submitted');
    world.door.setClock(new Date('2027-02-08T14:00:00Z'));
    await world.confirm(one, 4, 'declined');
    // Three days and an hour: 20.00 of Thursday is too early, Friday it is.
    expect(await world.held(one)).toMatchObject({
      status: 'open',
      answer_until: new Date('2027-02-12T13:00:00Z'),
    });
    await world.confirm(one, 3, 'submitted');
    expect((await world.held(one)).status).toBe('open');
  });

  test('when a confirmation is declined while its seat is kept, then the seat is open again, not taken without a confirmation', async () => {
    const { one } = await offeredPool(world);
    world.door.setClock(AFTER);
    await expireOffers(world.door.context);
    const { id } = await world.held(one);
    // Billing kept the seat, then finance declined; the second event overtakes the first.
    await world.confirm(one, 1, 'submitted');
    await world.confirm(one, 2, 'declined');
    expect((await world.held(one)).status).toBe('releasing');
    await world.settle('offer.kept', id, one.id);
    expect(await world.held(one)).toMatchObject({
      status: 'open',
      release_cause: null,
      accepted_at: null,
      answer_until: new Date('2027-02-12T13:00:00Z'),
    });
    await world.confirm(one, 3, 'submitted');
    expect((await world.held(one)).status).toBe('accepted');
  });

  test('when it is known only that a confirmation was declined, then the seat is held three more days as well', async () => {
    const { one } = await offeredPool(world);
    world.door.setClock(new Date('2027-02-08T12:00:00Z'));
    await world.confirm(one, 2, 'declined');
    await world.confirm(one, 1, 'submitted');
    expect(await world.held(one)).toMatchObject({
      status: 'open',
      answer_until: new Date('2027-02-11T13:00:00Z'),
    });
    await world.confirm(one, 2, 'declined');
    expect((await world.held(one)).answer_until).toEqual(new Date('2027-02-11T13:00:00Z'));
  });

  test('when the answer to giving a seat back was lost, then the same request gets it again, and the seat is freed once', async () => {
    const { one } = await offeredPool(world);
    const send = (headers: Record<string, string>, body: Record<string, unknown> = { reason_code: 'cost' }) =>
      world.door.call(declineSeat, one.family, { params: { id: one.id }, body, headers });
    const key = keyed();
    const [first, again] = [await send(key), await send(key)];
    expect([first.statusCode, again.statusCode]).toEqual([202, 202]);
    expect(again.json()).toEqual(first.json());
    expect(releasing()).toHaveLength(1);
    expect((await send(key, {})).json().code).toBe('idempotency_key');
    expect((await send({})).json().code).toBe('idempotency_key_required');
    expect((await send(keyed())).json().code).toBe('offer_state');
  });

  test('when a family does not take its seat, then it is released with its reason; of others it is 404', async () => {
    const { one, two } = await offeredPool(world);
    const foreign = await world.door.call(declineSeat, two.family, {
      params: { id: one.id },
      body: {},
      headers: keyed(),
    });
    expect(foreign.statusCode).toBe(404);
    const waiting = await decline(two);
    expect([waiting.statusCode, waiting.json().code]).toEqual([409, 'offer_state']);
    const answer = await decline(one, { reason_code: 'other_school', reason_text: 'Pindah kota' });
    expect([answer.statusCode, answer.json().offer.status]).toEqual([202, 'releasing']);
    expect(await world.held(one)).toMatchObject({ reason_code: 'other_school', reason_text: 'Pindah kota' });
    expect(releasing()).toMatchObject([{ payload: { cause: 'family', reason: null } }]);
    expect((await decline(one)).statusCode).toBe(409);
    const { details } = await world.door.db('audit_events').where({ action: 'offer.releasing' }).first();
    expect(JSON.stringify(details)).not.toContain('Pindah kota');
  });

  test('when staff offer seats, then in order, not more than are free, and out of order only the head with a reason', async () => {
    const { pool, two, three } = await offeredPool(world, { seats: 2, offer_limit: 2 });
    const third = await world.door.db('waitlist_entries').where({ registration_id: three.id }).first();
    const skipped = await world.offer(pool.id, { entry_id: third.id, reason: 'Anak guru' }, world.desk);
    expect([skipped.statusCode, skipped.json().code]).toEqual([403, 'order_skipped']);
    const many = await world.offer(pool.id, { count: 2 });
    expect([many.statusCode, many.json().code, many.json().details]).toEqual([
      409,
      'seats_exceeded',
      { free: 1 },
    ]);
    const none = await world.door.call('K11', world.manager, { params: { id: pool.id }, body: { count: 1 } });
    expect([none.statusCode, none.json().code]).toEqual([400, 'idempotency_key_required']);
    const key = uuidv7();
    const made = await world.offer(pool.id, { entry_id: third.id, reason: 'Anak guru' }, world.manager, key);
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      [{ registration_id: three.id, source: 'staff', status: 'open', actions: ['extend', 'release'] }],
    ]);
    const again = await world.offer(pool.id, { entry_id: third.id, reason: 'Anak guru' }, world.manager, key);
    expect(again.json()).toEqual(made.json());
    expect(await world.door.db('waitlist_events').where({ cause: 'promoted' })).toMatchObject([
      { note: 'Anak guru', actor_name: 'Hendra Gunawan', count: 1 },
    ]);
    const late = await world.offer(pool.id, { entry_id: third.id, reason: 'Anak guru' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'not_on_list']);
    expect(await world.stage(two)).toBe('waitlisted');
  });

  test('when more seats are asked for than families wait, then all of them get one; after the last day none, by the portal neither', async () => {
    const more = { seats: 20, offer_limit: 20, offers_until: '2027-02-01', auto_offer: true };
    const { pool } = await offeredPool(world, more);
    const made = await world.offer(pool.id, { count: 10 }, world.desk);
    expect([made.statusCode, made.json().length]).toEqual([201, 2]);
    const [late] = (await world.applicants(1)) as [Applicant];
    await world.publish([[late, 'waitlisted']]);
    world.door.setClock(new Date('2027-02-02T02:00:00Z'));
    expect(await promoteWaiting(world.door.context)).toBe(0);
    const refused = await world.offer(pool.id, { count: 1 });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'offers_closed']);
  });

  test('when many seats are offered or a list is closed, then by as many statements as for one', async () => {
    const list = async (kelas: string, waiting: number) => {
      const pool = await world.pool({ seats: 5, offer_limit: 5, kelas });
      const all = await world.applicants(waiting, { kelas });
      await world.publish(all.map((one) => [one, 'waitlisted'] as const));
      return pool;
    };
    const [few, many] = [await list('1', 2), await list('2', 10)];
    const statements = async (work: () => Promise<{ readonly statusCode: number }>) => {
      const sent = await countStatements(async () => expect((await work()).statusCode).toBeLessThan(300));
      return sent.length;
    };
    const offer = (pool: SeatPool, count: number) => statements(() => world.offer(pool.id, { count }));
    const close = ({ id, version }: SeatPool) =>
      statements(() =>
        world.door.call(closeWaitlist, world.manager, {
          params: { id },
          body: { reason: 'Tahun ajaran dimulai', version },
          headers: keyed(),
        }),
      );
    // The first one may prepare what later ones have.
    await offer(many, 1);
    expect(await offer(many, 4)).toBe(await offer(few, 1));
    expect(await close(many)).toBe(await close(few));
  });

  test('when a limit rises by two, then the next two families get seats by themselves, in their order', async () => {
    const pool = await world.pool({ seats: 0, offer_limit: 0, auto_offer: true });
    const [one, two, three] = (await world.applicants(3)) as [Applicant, Applicant, Applicant];
    await world.publish([
      [three, 'waitlisted'],
      [one, 'waitlisted'],
      [two, 'waitlisted'],
    ]);
    expect((await world.change(pool, { seats: 2, offer_limit: 2 })).statusCode).toBe(200);
    expect(await promoteWaiting(world.door.context)).toBe(2);
    expect(await Promise.all([one, two, three].map((some) => world.stage(some)))).toEqual([
      'passed',
      'passed',
      'waitlisted',
    ]);
  });

  test('when staff give more time, then three times, to 20.00 of a school day, later than before and within the season', async () => {
    const { one } = await offeredPool(world, { offers_until: '2027-03-31' });
    const extend = async (answer_until: string, version?: number) => {
      const held = await world.held(one);
      return world.door.call(extendOffer, world.desk, {
        params: { id: held.id },
        body: { answer_until, reason: 'Orang tua dinas', version: version ?? held.version },
      });
    };
    expect((await extend('2027-01-01')).json().code).toBe('answer_until');
    expect((await extend('2027-02-05')).json().code).toBe('answer_until');
    expect((await extend('2027-04-01')).json().code).toBe('answer_until');
    expect((await extend('2027-02-20', 99)).json().code).toBe('stale');
    await world.door.db('school_days_off').insert({
      id: uuidv7(),
      day: '2027-02-22',
      name: 'Libur',
      kind: 'school',
      source: 'typed',
      created_by_id: uuidv7(),
    });
    // A Saturday, a Sunday and a day off later.
    expect((await extend('2027-02-20')).json()).toMatchObject({
      answer_until: '2027-02-23T13:00:00.000Z',
      extensions: 1,
    });
    await extend('2027-02-24');
    await extend('2027-02-25');
    const used = await extend('2027-02-26');
    expect([used.statusCode, used.json().code]).toEqual([409, 'extensions_used']);
    await world.confirm(one, 1, 'submitted');
    expect((await extend('2027-02-26')).json().code).toBe('offer_state');
  });

  test('when the head releases a taken seat, then billing is asked with the reason, and has the last word', async () => {
    const { one } = await offeredPool(world);
    await world.confirm(one, 1, 'submitted');
    const held = await world.held(one);
    const release = (version: number) =>
      world.door.call(releaseOffer, world.manager, {
        params: { id: held.id },
        body: { reason: 'Pindah sekolah', version },
        headers: keyed(),
      });
    expect((await release(held.version)).json()).toMatchObject({ status: 'releasing', actions: [] });
    expect(releasing()).toMatchObject([{ payload: { cause: 'staff', reason: 'Pindah sekolah' } }]);
    expect((await release(held.version + 1)).json().code).toBe('offer_state');
    await world.confirm(one, 2, 'declined');
    await world.settle('offer.released', held.id, one.id);
    expect(await world.stage(one)).toBe('released');
    expect(world.messages('stage_changed')).toMatchObject([
      { payload: { params: { stage: 'Kursi Dilepas' } } },
    ]);
  });

  test('when offers are listed, then by state, pool, deadline and name', async () => {
    const { pool, one } = await offeredPool(world);
    const list = async (query: Record<string, string>) => {
      const text = new URLSearchParams(query).toString();
      const answer = await world.door.call(listOffers, world.desk, { query: text });
      return (answer.json() as { registration_id: string }[]).map(({ registration_id }) => registration_id);
    };
    expect(await list({ status: 'open', pool: pool.id })).toEqual([one.id]);
    expect(await list({ status: 'accepted' })).toEqual([]);
    expect(await list({ due_before: '2027-02-07', sort: 'answer_until' })).toEqual([]);
    expect(await list({ due_before: '2027-02-08', sort: 'answer_until' })).toEqual([one.id]);
    expect(await list({ search: 'anak ke1x' })).toEqual([one.id]);
    expect(await list({ search: 'tidak ada' })).toEqual([]);
    expect(await list({ academic_year: SEAT_YEAR })).toEqual([one.id]);
    expect(await list({ academic_year: '2031/2032' })).toEqual([]);
  });

  test('when offers are taken as CSV, then they are the rows of the list, no cell is a formula, and the trail says so', async () => {
    const { pool, one } = await offeredPool(world);
    await world.door.db('children').where({ id: one.child_id }).update({ full_name: '=HYPERLINK("x")' });
    const take = async (caller: Caller, query: string) => world.door.call(exportOffers, caller, { query });
    const file = await take(world.desk, `format=csv&status=open&pool=${pool.id}`);
    const [head, ...rows] = readCsv(file.body);
    expect(rows.map((row) => Object.fromEntries((head ?? []).map((title, at) => [title, row[at]])))).toEqual([
      {
        'Nomor Pendaftaran': 'PSB-2026-X-1',
        'Nama Anak': `'=HYPERLINK("x")`,
        Jenjang: 'SD',
        Kelas: '1',
        Status: 'Ditawarkan',
        Asal: 'dari pengumuman',
        Ditawarkan: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/u),
        'Batas Jawaban': '08/02/2027 20:00',
        Perpanjangan: '0',
        Diambil: '',
        Dilepas: '',
        'Sebab Dilepas': '',
        Alasan: '',
        Keterangan: '',
      },
    ]);
    expect(readCsv((await take(world.desk, 'format=csv&status=released')).body)).toHaveLength(1);
    const [noted] = await world.door
      .db('audit_events')
      .where({ action: 'offers.exported' })
      .orderBy(['at', 'id']);
    expect([noted.actor_id, noted.details]).toEqual([
      world.desk.id,
      { rows: 1, filters: { status: 'open', pool: pool.id }, searched: false, format: 'csv' },
    ]);
    expect((await take(one.family, '')).statusCode).toBe(403);
    const own = (await world.door.call(admissionExport, one.family)).json();
    expect(own.trail.map(({ action }: { action: string }) => action)).toContain('offers.exported');
  });
});
