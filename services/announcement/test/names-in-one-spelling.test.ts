import { up } from '../migrations/20261127185600_names_in_one_spelling.ts';
import { registration, tell } from './builders.ts';
import { openDoor } from './door.ts';

test('when copies were stored in an older spelling, then the update respells them', async () => {
  const door = await openDoor();
  try {
    const copy = registration({
      child_name: 'Nur’aini\u00A0Putri',
      child_nick_name: 'A´ini',
      mother_name: '\u202AMa‘ruf  Amin',
    });
    await tell(door, copy);
    const account = { id: copy.user_id, role: 'wali_murid', phone: null, active: true, version: 1 };
    await door.db('accounts').insert({ ...account, name: 'Umi\u00A0Kulsum' });
    await up(door.db);
    expect(await door.db('registrations').where({ id: copy.id }).first()).toMatchObject({
      child_name: "Nur'aini Putri",
      child_nick_name: "A'ini",
      parent_name: "Ma'ruf Amin",
    });
    expect((await door.db('accounts').where({ id: copy.user_id }).first())?.name).toBe('Umi Kulsum');
  } finally {
    await door.close();
  }
});
