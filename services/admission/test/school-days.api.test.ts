import { addDaysOff, deleteDayOff, listDaysOff } from '@gerbang/contracts/school-days';
import { CALENDAR_YEARS } from '@gerbang/domain/day-limits';
import { can } from '@gerbang/domain/abilities';
import { STAFF_ROLES } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { patient } from '@gerbang/service-kit/testing/patience';
import { type Caller, type Door, openDoor } from './door.ts';
import { statuses } from './families.ts';

const libur = (day: string, name = 'Rapat kerja guru') => ({ day, name, kind: 'school' });

describe('days off', () => {
  let door: Door;
  let admin: Caller;
  beforeAll(async () => {
    door = patient(await openDoor());
    admin = await door.caller('admin', 'Wati');
  });
  afterAll(() => door.close());

  const add = (caller: Caller, days: unknown[]) => door.call(addDaysOff, caller, { body: { days } });
  const list = async (year: number, caller = admin) =>
    (await door.call(listDaysOff, caller, { query: `year=${year}` })).json();
  const trail = (subject: string) => door.db('audit_events').where({ subject_id: subject }).orderBy('id');

  test('when a day is added, then every member of staff sees it, and the trail names who', async () => {
    const answer = await add(admin, [libur('2027-03-01')]);
    expect([answer.statusCode, answer.json().warnings]).toEqual([201, []]);
    const [day] = answer.json().days;
    expect(day).toMatchObject({ ...libur('2027-03-01'), source: 'typed', created_by_name: 'Wati' });
    for (const role of STAFF_ROLES) {
      expect((await list(2027, await door.caller(role))).days).toEqual([day]);
    }
    expect(await trail(day.id)).toMatchObject([
      { action: 'day_off.added', actor_id: admin.id, details: { day: '2027-03-01', source: 'typed' } },
    ]);
  });

  test.each(STAFF_ROLES)('when %s adds and deletes a day, then the table decides', async (role) => {
    const caller = await door.caller(role);
    const allowed = can(role, 'days_off.write');
    const day = `2033-01-${String(STAFF_ROLES.indexOf(role) + 1).padStart(2, '0')}`;
    const added = await add(caller, [libur(day)]);
    expect(added.statusCode).toBe(allowed ? 201 : 403);
    const id = allowed ? added.json().days[0].id : (await add(admin, [libur(day)])).json().days[0].id;
    const deleted = await door.call(deleteDayOff, caller, { params: { id } });
    expect(deleted.statusCode).toBe(allowed ? 204 : 403);
  });

  test('when one of the days exists, then 409 names it and none is added', async () => {
    await add(admin, [libur('2028-05-02')]);
    const answer = await add(admin, [libur('2028-05-01'), libur('2028-05-02', 'Lain')]);
    expect(answer.json()).toMatchObject({
      statusCode: 409,
      code: 'day_taken',
      message: '2 Mei 2028 sudah menjadi hari libur.',
      issues: [{ path: 'days.1.day' }],
    });
    expect((await list(2028)).days).toHaveLength(1);
  });

  test('when forty callers add overlapping days at once, then each day is there once and no call fails', async () => {
    const days = ['2029-07-01', '2029-07-02', '2029-07-03'];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        add(
          admin,
          (index % 2 ? days : days.toReversed()).map((day) => libur(day, `Libur ${index}`)),
        ),
      ),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 39 }, () => 409)]);
    const { days: kept } = await list(2029);
    expect(kept.map(({ day }: { day: string }) => day)).toEqual(days);
    expect(new Set(kept.map(({ name }: { name: string }) => name)).size).toBe(1);
  });

  test('when a day is deleted by several at once, then one succeeds and the trail has one row', async () => {
    const [{ id }] = (await add(admin, [libur('2030-02-02')])).json().days;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => door.call(deleteDayOff, admin, { params: { id } })),
    );
    expect(statuses(answers)).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['day_off.added', 'day_off.deleted']);
    expect((await door.call(deleteDayOff, admin, { params: { id: uuidv7() } })).statusCode).toBe(404);
  });

  test.each([
    ['no day', [libur('2027-02-30')], 'days.0.day'],
    ['a year beyond the calendar', [libur('2099-01-01')], 'days.0.day'],
    ['a day twice', [libur('2027-06-01'), libur('2027-06-01')], 'days.1.day'],
    ['no name', [libur('2027-06-01', ' ')], 'days.0.name'],
    ['another kind', [{ ...libur('2027-06-01'), kind: 'sunday' }], 'days.0.kind'],
    ['a source of its own', [{ ...libur('2027-06-01'), source: 'suggested' }], 'days.0.source'],
  ])('when a body has %s, then 400 says where', async (_case, days, path) => {
    const answer = await add(admin, days);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues).toMatchObject([{ path }]);
  });

  describe('suggestions', () => {
    test('when nothing is confirmed, then the calendar only suggests', async () => {
      const { days, suggestions } = await list(2026);
      expect(days).toEqual([]);
      expect(suggestions).toContainEqual(
        expect.objectContaining({ day: '2026-08-17', kind: 'national', name: expect.any(String) }),
      );
      const islamic = { '2026-01-16': 'Isra Mikraj Nabi Muhammad', '2026-08-25': 'Maulid Nabi Muhammad' };
      for (const [day, name] of Object.entries(islamic))
        expect(suggestions).toContainEqual(expect.objectContaining({ day, name }));
      expect(await door.db('school_days_off').whereBetween('day', ['2026-01-01', '2026-12-31'])).toEqual([]);
      const sorted: string[] = suggestions.map(({ day }: { day: string }) => day);
      expect(sorted).toEqual([...new Set(sorted)].toSorted());
    });

    test('when a year at the edge of the calendar is asked for, then it suggests; beyond, 400 says why', async () => {
      for (const year of [CALENDAR_YEARS.min, CALENDAR_YEARS.max])
        expect((await list(year)).suggestions).toContainEqual(
          expect.objectContaining({ day: `${year}-12-25`, name: 'Hari Raya Natal' }),
        );
      for (const year of [CALENDAR_YEARS.min - 1, CALENDAR_YEARS.max + 1]) {
        const refused = await door.call(listDaysOff, admin, { query: `year=${year}` });
        expect(refused.statusCode).toBe(400);
        expect(refused.json().issues).toMatchObject([{ path: 'year' }]);
      }
    });

    test('when one is confirmed as it is, then it is a suggested day and no suggestion; changed, it is typed', async () => {
      const { suggestions } = await list(2026);
      const [first, second] = suggestions;
      const added = await add(admin, [first, { ...second, name: 'Nama lain' }]);
      expect(added.json().days.map(({ source }: { source: string }) => source)).toEqual([
        'suggested',
        'typed',
      ]);
      const after = await list(2026);
      expect(after.suggestions).toEqual(suggestions.slice(2));
      expect(after.days).toHaveLength(2);
    });

    test('when an import suggested a day, then it stands in the list until a person adds it', async () => {
      const wanted = { day: '2031-04-04', name: 'Milad yayasan', kind: 'school' };
      await door.db('school_day_suggestions').insert(wanted);
      expect((await list(2031)).suggestions).toContainEqual(wanted);
      expect((await list(2031)).days).toEqual([]);
      expect((await add(admin, [wanted])).json().days).toMatchObject([{ ...wanted, source: 'suggested' }]);
      expect((await list(2031)).suggestions).not.toContainEqual(wanted);
      expect(await door.db('school_day_suggestions')).toEqual([]);
    });
  });
});
