import { runs } from '@gerbang/domain/testing/runs';
import { createChild, deleteChild, listChildren, updateChild } from '@gerbang/contracts/children';
import {
  exportStaffRegistrations,
  getStaffRegistration,
  listStaffRegistrations,
  summarizeStaffRegistrations,
} from '@gerbang/contracts/staff-registrations';
import fc from 'fast-check';
import { type Caller, type Door, openDoor } from './door.ts';
import { childForm, makeChild, makeRegistration, someNik, statuses } from './families.ts';
import { unzip } from './unzip.ts';

describe('the same child entered twice', () => {
  const FIRST = { full_name: "Nur'aini Putri", birth_date: '2019-05-01', same_child_known: undefined };
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const add = (caller: Caller, change: Record<string, unknown> = {}) =>
    door.call(createChild, caller, { body: childForm({ ...FIRST, ...change }) });
  const change = (caller: Caller, id: string, body: Record<string, unknown>) =>
    door.call(updateChild, caller, { params: { id }, body });
  const namesOf = async (caller: Caller) =>
    ((await door.call(listChildren, caller)).json() as { full_name: string }[]).map((one) => one.full_name);

  test.each([
    ['as it is', {}],
    ['in capitals, with another apostrophe and blanks', { full_name: '  NUR’AINI\u00A0 putri' }],
    ['without the apostrophe', { full_name: 'Nuraini Putri' }],
    ['with another place of birth and a NIK', { birth_city: 'Bogor', nik: someNik() }],
  ])(
    'when a family enters it again %s, then the refusal names the first one and nothing is stored',
    async (_how, again) => {
      const caller = await door.caller();
      const first = (await add(caller, { nik: someNik() })).json();
      const refused = await add(caller, again);
      expect([refused.statusCode, refused.json().code, refused.json().details]).toEqual([
        409,
        'same_child',
        { child_id: first.id, full_name: FIRST.full_name },
      ]);
      expect(refused.json().message).not.toContain('aini');
      expect(await namesOf(caller)).toEqual([FIRST.full_name]);
      expect((await add(caller, { ...again, same_child_known: true })).statusCode).toBe(201);
    },
  );

  test('when name, birth date or family differ, or the first one is deleted, then the child is added', async () => {
    const caller = await door.caller();
    const first = (await add(caller)).json();
    const others = [
      await add(caller, { full_name: "Nur'aini Putra" }),
      await add(caller, { birth_date: '2019-05-02' }),
      await add(await door.caller()),
    ];
    expect(statuses(others)).toEqual([201, 201, 201]);
    await door.call(deleteChild, caller, { params: { id: first.id } });
    expect((await add(caller)).statusCode).toBe(201);
  });

  test('when an edit makes two children one, then it is refused until the family knows; other edits of the two are not', async () => {
    const caller = await door.caller();
    const first = (await add(caller)).json();
    const { id } = (await add(caller, { full_name: 'Nur Aini' })).json();
    const refused = await change(caller, id, { full_name: 'NURAINI PUTRI' });
    expect([refused.statusCode, refused.json().code, refused.json().details.child_id]).toEqual([
      409,
      'same_child',
      first.id,
    ]);
    expect(
      (await change(caller, id, { full_name: 'NURAINI PUTRI', same_child_known: true })).statusCode,
    ).toBe(200);
    expect((await change(caller, id, { nick_name: 'Aini', birth_city: 'Bogor' })).statusCode).toBe(200);
    expect((await change(caller, first.id, { full_name: 'NUR’AINI PUTRI' })).statusCode).toBe(409);
    const moved = await change(caller, id, { birth_date: '2020-01-31' });
    expect([moved.statusCode, moved.json().same_child_known]).toEqual([200, undefined]);
    expect((await change(caller, id, { birth_date: FIRST.birth_date })).statusCode).toBe(409);
  });

  test('when it is entered and renamed to in any order at one time, then one of the family’s children has the name', async () => {
    const works = fc.array(fc.constantFrom('add', 'rename'), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(works, async (chosen) => {
        const caller = await door.caller();
        const renamed = await Promise.all(
          chosen.map((_one, at) => makeChild(door, caller, { full_name: `Anak ${'abcdef'[at]}` })),
        );
        const answers = await Promise.all(
          chosen.map((one, at) =>
            one === 'add' ? add(caller) : change(caller, renamed[at]!.id, { full_name: FIRST.full_name }),
          ),
        );
        expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
        expect((await namesOf(caller)).filter((name) => name === FIRST.full_name)).toHaveLength(1);
      }),
      { numRuns: runs(10) },
    );
  });

  test('when two of one family are registered, then staff see both marked, until one is deleted', async () => {
    const staff = await door.caller('staff_tu');
    const caller = await door.caller();
    const twice = [
      await makeChild(door, caller, FIRST),
      (await add(caller, { same_child_known: true })).json(),
    ];
    const other = await makeChild(door, await door.caller(), FIRST);
    const made = [];
    for (const child of twice) made.push((await makeRegistration(door, caller, {}, child)).id);
    const theirs = await door.db('parents').where({ id: other.parent_id }).first('user_id');
    const alone = (await makeRegistration(door, { id: theirs.user_id, role: 'wali_murid' }, {}, other)).id;
    const marksOf = async (ids: readonly string[]) => {
      const rows = (await door.call(listStaffRegistrations, staff, { query: 'limit=50' })).json() as {
        id: string;
        same_child: boolean;
      }[];
      return Promise.all(
        ids.map(async (id) => {
          const whole = (await door.call(getStaffRegistration, staff, { params: { id } })).json();
          expect(rows.find((row) => row.id === id)?.same_child).toBe(whole.same_child);
          return whole.same_child;
        }),
      );
    };
    const query = 'same_child=1';
    const filtered = async () => {
      const rows = (await door.call(listStaffRegistrations, staff, { query })).json() as {
        id: string;
        registration_number: string;
        same_child: boolean;
      }[];
      expect(rows.every(({ same_child }) => same_child)).toBe(true);
      const counts = (await door.call(summarizeStaffRegistrations, staff, { query })).json();
      expect(counts.total).toBe(rows.length);
      const book = await unzip((await door.call(exportStaffRegistrations, staff, { query })).rawPayload);
      const numbers = book.get('xl/worksheets/sheet1.xml')?.match(/PSB-\d{4}-[A-Z]+-\d{5}/gu) ?? [];
      expect(numbers.toSorted()).toEqual(rows.map((row) => row.registration_number).toSorted());
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await marksOf([...made, alone])).toEqual([true, true, false]);
    expect(await filtered()).toEqual(made.toSorted());
    await door.call(deleteChild, caller, { params: { id: twice[1]!.id } });
    expect(await marksOf([made[0]!, alone])).toEqual([false, false]);
    expect(await filtered()).toEqual([]);
    expect((await door.call(listStaffRegistrations, staff, { query: 'same_child=0' })).statusCode).toBe(400);
    expect((await door.call(listStaffRegistrations, caller, { query })).statusCode).toBe(403);
  });

  test('when families have any children, then those are marked and listed that a comparison of each with each finds', async () => {
    const staff = await door.caller('staff_tu');
    const entered = fc.record({
      full_name: fc.constantFrom(
        FIRST.full_name,
        'NUR’AINI PUTRI',
        'Nuraini  putri',
        'Nur Aini Putri',
        'Budi',
      ),
      birth_date: fc.constantFrom('2019-05-01', '2019-05-02'),
      isDeleted: fc.boolean(),
    });
    const families = fc.array(fc.array(entered, { maxLength: 5 }), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(families, async (all) => {
        const living: { id: string; family: number; key: string }[] = [];
        for (const [family, children] of all.entries()) {
          const caller = await door.caller();
          for (const { isDeleted, ...typed } of children) {
            const child = await makeChild(door, caller, typed);
            const { id } = await makeRegistration(door, caller, {}, child);
            if (isDeleted) await door.call(deleteChild, caller, { params: { id: child.id } });
            const name = typed.full_name.toLowerCase().replaceAll(/['’]/gu, '').replaceAll(/ +/gu, ' ');
            if (!isDeleted) living.push({ id, family, key: `${name} ${typed.birth_date}` });
          }
        }
        const expected = living.map((one) =>
          living.some((other) => other.id !== one.id && other.family === one.family && other.key === one.key),
        );
        const rowsOf = async (query: string) =>
          (await door.call(listStaffRegistrations, staff, { query })).json() as {
            id: string;
            same_child: boolean;
          }[];
        const [page, filtered] = [await rowsOf('limit=50'), await rowsOf('same_child=1')];
        expect(living.map(({ id }) => page.find((row) => row.id === id)?.same_child)).toEqual(expected);
        expect(living.map(({ id }) => filtered.some((row) => row.id === id))).toEqual(expected);
      }),
      { numRuns: runs(10) },
    );
  });
});
