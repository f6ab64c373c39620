import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { correct, own, readable } from './corrections.ts';
import type { Caller } from './door.ts';
import { publishedSince, statuses } from './families.ts';
import { inState } from './staff.ts';
import { type Applicant, openSeats, type Seats } from './seats-world.ts';

const CALLERS = 40;

describe('corrections of level, class and year', () => {
  let world: Seats;
  let admin: Caller;
  beforeEach(async () => {
    world = await openSeats();
    admin = await world.door.caller('admin');
  });
  afterEach(() => world.close());

  const place = (id: string, changes: Record<string, unknown>, more = {}, staff: Caller = world.desk) =>
    correct(world.door, staff, id, { target: 'registration', changes, ...more });
  const row = (id: string) => world.door.db('registrations').where({ id }).first();
  const outcome = (answer: { statusCode: number; json(): { code?: string } }) => [
    answer.statusCode,
    answer.json().code,
  ];
  const taken = async (...pools: { id: string }[]) => {
    const figures = [];
    for (const { id } of pools) figures.push((await world.figures(id)).taken);
    return figures;
  };
  const passed = async (count = 1, kelas = '1') => {
    const many = await world.applicants(count, { kelas });
    await world.publish(many.map((one) => [one, 'passed'] as const));
    return many as [Applicant, ...Applicant[]];
  };

  test('when level and class of a paid registration are corrected, then number, fee and stage stay, and copies, papers, search and history follow', async () => {
    const { family, made } = await inState(world.door, 'verified', 'waiting_announcement');
    const before = await row(made.id);
    const from = world.door.published.length;
    const answer = await place(made.id, { jenjang: 'TK', kelas: 'TK A' });
    expect(outcome(answer)).toEqual([200, undefined]);
    expect(answer.json().follows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'fee',
      'announcement',
      'stays',
      'papers',
      'copies',
      'message',
    ]);
    const { registration_number, payment_amount, payment_status, current_stage } = before;
    expect(await row(made.id)).toMatchObject({
      jenjang: 'TK',
      kelas: 'TK A',
      corrections: 1,
      registration_number,
      payment_amount,
      payment_status,
      current_stage,
    });
    const [copy] = publishedSince(world.door, from, 'registration.changed');
    expect(copy).toMatchObject({ jenjang: 'TK', kelas: 'TK A', corrections: 1 });
    expect((await row(made.id)).search_text).toContain('tk a');
    const [one] = (await own(world.door, family, made.id)).corrections;
    expect(one?.changes).toEqual([
      { field: 'kelas', before: '1', after: 'TK A' },
      { field: 'jenjang', before: 'SD', after: 'TK' },
    ]);
  });

  test('when nothing is paid yet, then the fee of the new level is owed under the same number', async () => {
    const { made } = await inState(world.door, 'pending');
    expect(outcome(await place(made.id, { jenjang: 'KB' }))).toEqual([200, undefined]);
    expect(await row(made.id)).toMatchObject({
      jenjang: 'KB',
      kelas: null,
      payment_amount: 350_000,
      registration_number: made.registration_number,
    });
    const [note] = await world.door
      .db('audit_events')
      .where({ subject_id: made.id, action: 'registration.corrected' });
    expect(note.details.fee).toEqual({ from: 550_000, to: 350_000 });
  });

  test.each([
    ['a class is missing', { jenjang: 'SMP' }, [400, 'bad_request']],
    ['the class is of another level', { kelas: '7' }, [422, 'kelas']],
    ['the year is closed', { academic_year: '2019/2020' }, [422, 'academic_year']],
    ['nothing changes', { jenjang: 'SD', kelas: '1' }, [422, 'no_change']],
  ] as const)('when %s, then it is refused as for a family', async (_what, changes, refusal) => {
    const { made } = await inState(world.door, 'verified');
    expect(outcome(await place(made.id, changes))).toEqual(refusal);
  });

  test('when re-enrolment is processed, then they stay until its scheme is void, and the reading says why', async () => {
    const { made } = await inState(world.door, 'verified', 'passed', { locked: true });
    const seen = await readable(world.door, world.desk, made.id);
    expect(seen.may.registration).toEqual([]);
    expect(seen.why_not.jenjang).toMatch(/^Daftar ulang sudah diproses/u);
    expect(outcome(await place(made.id, { kelas: '2' }))).toEqual([409, 'already_processed']);
    await world.door.db('registrations').where({ id: made.id }).update({ locked: false });
    expect((await readable(world.door, world.desk, made.id)).may.registration).toEqual([
      'jenjang',
      'kelas',
      'academic_year',
    ]);
    expect(outcome(await place(made.id, { kelas: '2' }))).toEqual([200, undefined]);
  });

  test('when the child is registered for the other year already, then both stay', async () => {
    const { made } = await inState(world.door, 'verified');
    const copy = await row(made.id);
    const [year] = world.door.context.school.settings.academic_years.filter(
      (one) => one !== made.academic_year,
    );
    await world.door.db('registrations').insert({
      ...copy,
      id: '00000000-0000-7000-8000-000000000001',
      registration_number: 'PSB-2027-Y-1',
      academic_year: year,
    });
    expect(outcome(await place(made.id, { academic_year: year }))).toEqual([409, 'already_registered']);
  });

  test('when a child holds a seat, then it moves with its deadline; a full class takes it from the administrator alone', async () => {
    const [one, two] = [await world.pool(), await world.pool({ kelas: '2', seats: 1, offer_limit: 1 })];
    const [child, other] = await passed(2);
    const offer = await world.held(child);
    const preview = await place(child.id, { kelas: '2' }, { preview: true });
    expect(preview.json().follows[0]).toMatchObject({ kind: 'seat' });
    expect(await taken(one, two)).toEqual([2, 0]);
    expect(outcome(await place(child.id, { kelas: '2' }))).toEqual([200, undefined]);
    expect(await world.held(child)).toMatchObject({
      id: offer.id,
      pool_id: two.id,
      status: 'open',
      answer_until: offer.answer_until,
    });
    expect(await taken(one, two)).toEqual([1, 1]);
    expect(outcome(await place(other!.id, { kelas: '2' }))).toEqual([409, 'seats_exceeded']);
    const over = { over_capacity: true };
    expect(outcome(await place(other!.id, { kelas: '2' }, over))).toEqual([403, 'forbidden']);
    expect(outcome(await place(other!.id, { kelas: '2' }, over, admin))).toEqual([200, undefined]);
    expect(await taken(one, two)).toEqual([0, 2]);
    const [note] = await world.door
      .db('audit_events')
      .where({ subject_id: other!.id, action: 'registration.corrected' });
    expect(note.details.over_capacity).toBeTruthy();
  });

  test('when a class has no limit, then the seat is free; back in the first class the child has one again', async () => {
    const pool = await world.pool();
    const [child] = await passed();
    await world.confirm(child, 1, 'submitted');
    const from = world.door.published.length;
    expect(outcome(await place(child.id, { kelas: '3' }))).toEqual([200, undefined]);
    expect(await taken(pool)).toEqual([0]);
    expect(publishedSince(world.door, from, 'registration.changed').at(-1)).toMatchObject({ seat: null });
    expect(outcome(await place(child.id, { kelas: '1' }))).toEqual([200, undefined]);
    expect(await world.held(child)).toMatchObject({ status: 'accepted', pool_id: pool.id });
    expect(await taken(pool)).toEqual([1]);
  });

  test('when a seat is being released, then the class stays', async () => {
    await world.pool();
    const [child] = await passed();
    await world.door.db('offers').where({ registration_id: child.id }).update({
      status: 'releasing',
      release_cause: 'staff',
      releasing_at: new Date(),
    });
    expect(outcome(await place(child.id, { kelas: '2' }))).toEqual([409, 'seat_held']);
  });

  test('when a child waits, then it joins the list of the new class; without a list there it stays', async () => {
    const [one, two] = [await world.pool({ seats: 1 }), await world.pool({ kelas: '2' })];
    const [child] = (await world.applicants(1)) as [Applicant];
    await world.publish([[child, 'waitlisted']]);
    expect(outcome(await place(child.id, { kelas: '3' }))).toEqual([409, 'list_full']);
    expect(outcome(await place(child.id, { kelas: '2' }))).toEqual([200, undefined]);
    expect([(await world.figures(one.id)).waiting, (await world.figures(two.id)).waiting]).toEqual([0, 1]);
    expect(await world.stage(child)).toBe('waitlisted');
  });

  test('when the level has waves, then the registration counts in the one of its own day, unless that is full', async () => {
    const { made } = await inState(world.door, 'verified');
    const at = (hours: number) =>
      new Date((made.created_at ? Date.parse(made.created_at) : 0) + hours * 3_600_000);
    const [wave] = await world.door
      .db('admission_waves')
      .insert({
        id: '00000000-0000-7000-8000-000000000002',
        academic_year: made.academic_year,
        jenjang: 'KB',
        name: '1',
        opens_at: at(-1),
        closes_at: at(1),
        applicants_max: 1,
      })
      .returning('*');
    expect(outcome(await place(made.id, { jenjang: 'KB' }))).toEqual([200, undefined]);
    expect((await row(made.id)).wave_id).toBe(wave.id);
    const next = await inState(world.door, 'verified');
    expect(outcome(await place(next.made.id, { jenjang: 'KB' }))).toEqual([409, 'seats_exceeded']);
    const over = await place(next.made.id, { jenjang: 'KB' }, { over_capacity: true }, admin);
    expect(outcome(over)).toEqual([200, undefined]);
  });

  test('when forty children change between two classes in both directions at once, then no class is above its limit or below zero', async () => {
    const limits = { seats: 21, offer_limit: 21, auto_offer: false };
    const [one, two] = [await world.pool(limits), await world.pool({ ...limits, kelas: '2' })];
    const here = await passed(CALLERS / 2);
    const there = await passed(CALLERS / 2, '2');
    const moves = [...here.map(({ id }) => [id, '2']), ...there.map(({ id }) => [id, '1'])] as [
      string,
      string,
    ][];
    const answers = await Promise.all(moves.map(([id, kelas]) => place(id, { kelas })));
    expect(statuses(answers).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const [inOne, inTwo] = (await taken(one, two)) as [number, number];
    expect(inOne + inTwo).toBe(CALLERS);
    expect(Math.max(inOne, inTwo)).toBeLessThanOrEqual(21);
    expect(await world.differences()).toEqual([]);
  });

  test('when forty want the last seat of a class and of a wave, then one gets it', async () => {
    const [one, two] = [
      await world.pool({ seats: CALLERS, offer_limit: CALLERS }),
      await world.pool({ kelas: '2', seats: 1, offer_limit: 1 }),
    ];
    const many = await passed(CALLERS);
    const answers = await Promise.all(many.map(({ id }) => place(id, { kelas: '2' })));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: CALLERS - 1 }, () => 409)]);
    expect(await taken(one, two)).toEqual([CALLERS - 1, 1]);
    const waiting = await world.applicants(CALLERS);
    await world.door.db('admission_waves').insert({
      id: '00000000-0000-7000-8000-000000000003',
      academic_year: '2026/2027',
      jenjang: 'KB',
      name: '1',
      opens_at: new Date('2027-01-01T00:00:00Z'),
      closes_at: new Date('2027-03-01T00:00:00Z'),
      applicants_max: 1,
    });
    await inState(world.door, 'pending').then(({ made }) => place(made.id, { jenjang: 'KB' }));
    const entered = await Promise.all(waiting.map(({ id }) => place(id, { jenjang: 'KB' })));
    expect(statuses(entered)).toEqual([200, ...Array.from({ length: CALLERS - 1 }, () => 409)]);
  });

  test('when corrections of places are undone by their opposites, then each registration and each seat is as before', async () => {
    const classes = ['1', '2', '3'];
    const pools = [
      await world.pool({ seats: 1000, offer_limit: 1000 }),
      await world.pool({ kelas: '2', seats: 1000, offer_limit: 1000 }),
    ];
    const step = fc.oneof(
      fc.record({ kelas: fc.constantFrom(...classes) }),
      fc.record({ jenjang: fc.constant('SMP'), kelas: fc.constantFrom('7', '8') }),
      fc.record({ jenjang: fc.constant('KB') }),
      fc.record({ jenjang: fc.constant('SD'), kelas: fc.constantFrom(...classes) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), fc.boolean(), async (steps, waits) => {
        const [child] = (await world.applicants(1)) as [Applicant];
        await world.publish([[child, waits ? 'waitlisted' : 'passed']]);
        const state = async () => {
          const { jenjang, kelas, academic_year, payment_amount, wave_id, current_stage } = await row(
            child.id,
          );
          const seat = await world.held(child);
          const entry = await world.door
            .db('waitlist_entries')
            .where({ registration_id: child.id, status: 'waiting' })
            .first();
          return [
            [jenjang, kelas, academic_year, payment_amount, wave_id, current_stage],
            [seat?.status, seat?.pool_id, entry?.pool_id],
            await taken(...pools),
          ];
        };
        const first = await state();
        for (const changes of steps) {
          expect([200, 400, 409, 422]).toContain((await place(child.id, changes)).statusCode);
        }
        const { corrections } = await readable(world.door, world.desk, child.id);
        for (const one of corrections.toReversed()) {
          expect(one.changes.every(({ before, after }) => before !== after)).toBe(true);
          const changes = Object.fromEntries(one.changes.map(({ field, before }) => [field, before]));
          expect(outcome(await place(child.id, changes))).toEqual([200, undefined]);
        }
        expect(await state()).toEqual(first);
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });
});
