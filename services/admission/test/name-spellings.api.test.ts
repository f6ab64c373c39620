import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { listRegistrations } from '@gerbang/contracts/registrations';
import { listChildren } from '@gerbang/contracts/children';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

describe('names with an apostrophe', () => {
  const SPELLINGS = ["Nur'aini", 'Nur’aini', 'Nur`aini', 'Nuraini', 'NUR\u2018AINI'];
  let door: Door;
  let staff: Caller;
  let family: Caller;

  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('staff_tu');
    family = await door.caller();
    for (const [at, name] of SPELLINGS.entries()) {
      const child = await makeChild(door, family, { full_name: `${name} ke-${'abcde'[at]}` });
      await makeRegistration(door, family, {}, child);
    }
    await makeRegistration(door, await door.caller());
  });
  afterAll(() => door.close());

  test.each(SPELLINGS)('when staff search for %s, then every spelling is found', async (typed) => {
    const query = `limit=50&search=${encodeURIComponent(typed)}`;
    expect((await door.call(listStaffRegistrations, staff, { query })).json()).toHaveLength(SPELLINGS.length);
  });

  test('when a row is older than the rule, then it is found all the same', async () => {
    const child = await makeChild(door, family, { full_name: 'Umar' });
    const made = await makeRegistration(door, family, {}, child);
    await door.db('registrations').where({ id: made.id }).update({ search_text: 'ma’ruf' });
    for (const typed of ["ma'ruf", 'maruf', 'Ma’ruf']) {
      const query = `limit=50&search=${encodeURIComponent(typed)}`;
      const rows = (await door.call(listStaffRegistrations, staff, { query })).json() as { id: string }[];
      expect(rows.map(({ id }) => id)).toEqual([made.id]);
    }
  });

  test.each(SPELLINGS)(
    'when a family searches its own lists for %s, then every spelling is found',
    async (typed) => {
      const query = `limit=50&search=${encodeURIComponent(typed)}`;
      for (const call of [listChildren, listRegistrations])
        expect((await door.call(call, family, { query })).json()).toHaveLength(SPELLINGS.length);
    },
  );

  test('when a family lists its children, then one spelling of the apostrophe is stored', async () => {
    const children = (await door.call(listChildren, family, { query: 'search=nuraini' })).json() as {
      full_name: string;
    }[];
    expect(new Set(children.map(({ full_name }) => full_name.split(' ')[0]?.toLowerCase()))).toEqual(
      new Set(["nur'aini", 'nuraini']),
    );
  });
});
