import { up } from '../migrations/20261127185600_names_in_one_spelling.ts';
import { openDoor } from './door.ts';
import { confirmed } from './enrollments.ts';

test('when copies were stored in an older spelling, then the update respells them, and what is searched follows', async () => {
  const door = await openDoor();
  try {
    const family = await door.caller();
    const { copy } = await confirmed(
      door,
      {
        child_name: 'Nur’aini\u00A0Putri',
        child_nick_name: 'A´ini',
        father_name: '\u202AMa‘ruf  Amin',
        mother_name: null,
      },
      family,
    );
    const account = { id: family.id, role: 'wali_murid', phone: null, active: true, version: 1 };
    await door
      .db('accounts')
      .insert({ ...account, name: 'Umi\u00A0Kulsum' })
      .onConflict('id')
      .merge();
    await up(door.db);
    expect(await door.db('registrations').where({ id: copy.id }).first()).toMatchObject({
      child_name: "Nur'aini Putri",
      child_nick_name: "A'ini",
      father_name: "Ma'ruf Amin",
      mother_name: null,
    });
    expect((await door.db('accounts').where({ id: family.id }).first())?.name).toBe('Umi Kulsum');
    const searched = await door.db('registration_search').where({ registration_id: copy.id }).first();
    expect(searched?.search_text).toContain('nuraini putri');
    expect(searched?.search_text).toContain('maruf amin');
  } finally {
    await door.close();
  }
});
