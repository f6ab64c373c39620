import { getStaffRegistration, listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { publishRegistrations } from '../src/registration-record/publish.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration } from './families.ts';

describe('a family without a profile, as staff see it', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('cs');
  });
  afterAll(() => door.close());

  const seen = async (id: string) => {
    const rows = (await door.call(listStaffRegistrations, staff)).json() as { id: string; parent: object }[];
    const whole = (await door.call(getStaffRegistration, staff, { params: { id } })).json();
    const inList = rows.find((row) => row.id === id)?.parent;
    expect(whole.parent).toMatchObject(inList ?? {});
    return inList;
  };

  test.each([
    ['nothing', {}, true, true],
    ['a mother', { mother_name: 'Siti Maryam' }, false, true],
    ['a contact number', { contact_phone: '+6281200001111' }, true, false],
    ['both', { father_name: 'Ahmad', contact_phone: '+6281200001111' }, false, false],
  ])(
    'when the profile holds %s, then the account stands in for what is missing',
    async (_what, profile, name, phone) => {
      const family = await door.caller('wali_murid', 'Laila Fitriani');
      const { id } = await makeRegistration(door, family);
      if (Object.keys(profile).length > 0)
        await door.db('parents').where({ user_id: family.id }).update(profile);
      const account = await door.db('accounts').where({ id: family.id }).first();
      expect(await seen(id)).toMatchObject({
        ...profile,
        name_from_account: name ? 'Laila Fitriani' : null,
        phone_from_account: phone ? account.phone : null,
      });
    },
  );

  test('when staff search by the account’s name, then its registration is found', async () => {
    const family = await door.caller('wali_murid', 'Zubaidah Kurniasih');
    const { id } = await makeRegistration(door, family);
    const parent = await door.db('parents').where({ user_id: family.id }).first();
    await door.database.transaction((trx) =>
      publishRegistrations(door.context, trx, { 'c.parent_id': parent.id }),
    );
    const answer = await door.call(listStaffRegistrations, staff, { query: 'search=kurniasih' });
    expect(answer.json().map((row: { id: string }) => row.id)).toEqual([id]);
  });
});
