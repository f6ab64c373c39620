import { join } from 'node:path';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { uuidv7 } from 'uuidv7';
import { up } from '../migrations/20261127185600_names_in_one_spelling.ts';

test('when accounts were stored in an older spelling, then the update respells them', async () => {
  const own = await testDatabase('notification', join(__dirname, '../migrations'));
  try {
    const id = uuidv7();
    await own
      .knex('accounts')
      .insert({ id, name: 'Nur’aini\u00A0Putri', role: 'wali_murid', active: true, version: 1 });
    await up(own.knex);
    expect((await own.knex('accounts').where({ id }).first())?.name).toBe("Nur'aini Putri");
  } finally {
    await own.drop();
  }
});
