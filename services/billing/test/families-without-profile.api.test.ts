import { listStaffConfirmations } from '@gerbang/contracts/enrollment-confirmations';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import { saveAccounts } from '@gerbang/service-kit/events/accounts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { type Door, useDoor } from './door.ts';
import { billed, copyOf, finance } from './enrollments.ts';

describe('a family without a profile, as staff see it', () => {
  let door: Door;
  let staff: Caller;
  useDoor(async (opened) => {
    door = opened;
    staff = await finance(door);
  });

  const EMPTY = { father_name: null, mother_name: null, contact_phone: null };
  const withProfile = async (profile: Record<string, string>) => {
    const family = await door.caller('wali_murid', 'Laila Fitriani');
    const made = await billed(door, {}, family);
    await door
      .db('registrations')
      .where({ id: made.copy.id })
      .update({ ...EMPTY, ...profile });
    return { ...made, account: await door.db('accounts').where({ id: family.id }).first() };
  };
  const found = async (call: typeof listStaffInvoices | typeof listStaffConfirmations, search: string) => {
    const rows = (await door.call(call, staff, { query: `search=${encodeURIComponent(search)}` })).json() as {
      registration_id: string;
      parent: object;
    }[];
    return rows;
  };

  test.each([
    ['nothing', {}, true, true],
    ['a mother', { mother_name: 'Siti Maryam' }, false, true],
    ['a contact number', { contact_phone: '+6281200001111' }, true, false],
    ['both', { father_name: 'Ahmad', contact_phone: '+6281200001111' }, false, false],
  ])(
    'when the profile holds %s, then lists show and find the account for what is missing',
    async (_what, profile, name, phone) => {
      const { copy, account } = await withProfile(profile);
      for (const call of [listStaffInvoices, listStaffConfirmations]) {
        const [row, ...others] = await found(call, copy.registration_number);
        expect(others).toEqual([]);
        expect(row?.parent).toEqual({
          ...EMPTY,
          ...profile,
          name_from_account: name ? 'Laila Fitriani' : null,
          phone_from_account: phone ? account.phone : null,
        });
        for (const search of ['laila fitriani', account.phone]) {
          const ids = (await found(call, search)).map((one) => one.registration_id);
          expect(ids).toContain(copy.id);
        }
      }
    },
  );

  test('when the account is renamed, erased or told once more, then the search follows it', async () => {
    const { copy, account } = await withProfile({});
    const tell = async (change: { name: string | null; version: number }) => {
      await door.database.transaction((trx) =>
        saveAccounts(trx, [
          { id: account.id, role: 'wali_murid', phone: account.phone, active: true, ...change },
        ]),
      );
      const texts = await door.db('registration_search').where({ registration_id: copy.id });
      expect(texts).toHaveLength(1);
    };
    const finds = async (name: string) =>
      (await found(listStaffInvoices, name)).some((one) => one.registration_id === copy.id);
    await tell({ name: 'Zubaidah Kurniasih', version: account.version + 1 });
    expect([await finds('kurniasih'), await finds('laila')]).toEqual([true, false]);
    await tell({ name: 'Zubaidah Kurniasih', version: account.version + 1 });
    expect(await finds('kurniasih')).toBe(true);
    await tell({ name: null, version: account.version + 2 });
    expect(await finds('kurniasih')).toBe(false);
  });

  test('when the registration changes afterwards, then the account stays findable', async () => {
    const { copy, account } = await withProfile({});
    await door.db('registrations').where({ id: copy.id }).update({ child_name: 'Nama Baru' });
    expect((await found(listStaffInvoices, account.phone)).map((one) => one.registration_id)).toContain(
      copy.id,
    );
    const other = await copyOf(door, await door.caller());
    expect(await door.db('registration_search').where({ registration_id: other.id })).toEqual([]);
  });
});
