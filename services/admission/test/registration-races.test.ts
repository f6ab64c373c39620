import { runs } from '@gerbang/domain/testing/runs';
import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  updateRegistration,
} from '@gerbang/contracts/registrations';
import { patient } from '@gerbang/service-kit/testing/patience';
import fc from 'fast-check';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, registrationForm, statuses } from './families.ts';

describe('many registrations at once', () => {
  let door: Door;
  beforeAll(async () => {
    door = patient(await openDoor());
  });
  afterAll(() => door.close());

  const sequencesOf = async (jenjang: string) =>
    (await door.db('registration_numbers').where({ jenjang }).orderBy('sequence')).map((row) => row.sequence);

  test('when fifty children are registered at once and some are refused, then the numbers are 1 to 50 without a gap', async () => {
    const caller = await door.caller();
    const children = await Promise.all(Array.from({ length: 50 }, () => makeChild(door, caller)));
    const good = children.map((child) => registrationForm(child.id));
    const bad = children
      .slice(0, 10)
      .map((child) => registrationForm(child.id, { academic_year: '2031/2032' }));
    const answers = await Promise.all(
      [...good, ...bad].map((body) => door.call(createRegistration, caller, { body })),
    );
    expect(statuses(answers)).toEqual([
      ...Array.from({ length: 50 }, () => 201),
      ...Array.from({ length: 10 }, () => 422),
    ]);
    const made = answers.filter((answer) => answer.statusCode === 201).map((answer) => answer.json());
    expect(made).toHaveLength(50);
    expect(made.map((one) => String(one.registration_number)).toSorted()).toEqual(
      Array.from({ length: 50 }, (_all, index) => `PSB-2026-SD-${String(index + 1).padStart(5, '0')}`),
    );
    expect(await sequencesOf('SD')).toEqual(Array.from({ length: 50 }, (_all, index) => index + 1));
  });

  test('when one child is registered forty times at once, then once, and the refused leave no gap', async () => {
    const caller = await door.caller();
    const child = await makeChild(door, caller);
    const body = registrationForm(child.id, { jenjang: 'TK', kelas: 'TK A' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => door.call(createRegistration, caller, { body })),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 39 }, () => 409)]);
    const refused = answers.filter((answer) => answer.statusCode === 409);
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['already_registered']));
    expect(await sequencesOf('TK')).toEqual([1]);
    const next = await makeChild(door, caller);
    const after = await door.call(createRegistration, caller, {
      body: registrationForm(next.id, { jenjang: 'TK', kelas: 'TK A' }),
    });
    expect(after.json().registration_number).toBe('PSB-2026-TK-00002');
  });

  test('when one key is sent fifty times at once, then there is one registration, one message and one response', async () => {
    const caller = await door.caller();
    const child = await makeChild(door, caller);
    const before = door.published.length;
    const body = registrationForm(child.id, { jenjang: 'SMP', kelas: '7' });
    const send = (key: string, change: object = {}) =>
      door.call(createRegistration, caller, {
        body: { ...body, ...change },
        headers: { 'idempotency-key': key },
      });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('daftar-smp-1')));
    const made = answers.filter((answer) => answer.statusCode === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map((answer) => answer.body)).size).toBe(1);
    const others = answers.filter((answer) => answer.statusCode !== 201);
    expect(others.every((answer) => answer.json().code === 'in_flight')).toBe(true);
    expect(door.published.slice(before).filter((one) => one.type === 'message.requested')).toHaveLength(1);
    expect((await send('daftar-smp-1')).json()).toEqual(made[0]?.json());
    expect((await send('daftar-smp-1', { kelas: '8' })).statusCode).toBe(422);
    expect((await send('daftar-smp-2')).json().code).toBe('already_registered');
    expect(await sequencesOf('SMP')).toEqual([1]);
  });

  test('when families make, change and delete in any order at once, then numbers have no gap and one is live', async () => {
    const caller: Caller = await door.caller();
    const actions = fc.array(
      fc.record({
        act: fc.constantFrom('make', 'change', 'delete'),
        child: fc.nat({ max: 2 }),
        jenjang: fc.constantFrom('KB', 'SD'),
        pick: fc.nat({ max: 5 }),
      }),
      { minLength: 5, maxLength: 12 },
    );
    const children = await Promise.all([1, 2, 3].map(() => makeChild(door, caller)));
    await fc.assert(
      fc.asyncProperty(actions, async (list) => {
        const known: { id: string }[] = (await door.call(listRegistrations, caller)).json();
        const answers = await Promise.all(
          list.map(({ act, child, jenjang, pick }) => {
            const level = { jenjang, kelas: jenjang === 'KB' ? null : '2' };
            if (act === 'make' || known.length === 0) {
              return door.call(createRegistration, caller, {
                body: registrationForm(children[child]?.id ?? '', level),
              });
            }
            const params = { id: known[pick % known.length]?.id ?? '' };
            return act === 'change'
              ? door.call(updateRegistration, caller, { params, body: level })
              : door.call(deleteRegistration, caller, { params });
          }),
        );
        for (const answer of answers) expect([200, 201, 204, 404, 409]).toContain(answer.statusCode);
        for (const jenjang of ['KB', 'SD']) {
          const sequences = await sequencesOf(jenjang);
          expect(sequences).toEqual(sequences.map((_all, index) => index + 1));
        }
        const { rows } = await door.db.raw(`
          select r.id from registrations r left join registration_numbers n
            on n.registration_id = r.id and n.voided_at is null
          group by r.id, r.deleted_at having count(n.number) <> (case when r.deleted_at is null then 1 else 0 end)`);
        expect(rows).toEqual([]);
      }),
      { numRuns: runs(100, { plain: 15 }) },
    );
  });
});
