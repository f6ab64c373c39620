import { runs } from '@gerbang/domain/testing/runs';
import { listAccountAudit } from '@gerbang/contracts/audit';
import { createUser, listUsers } from '@gerbang/contracts/users';
import { NOT_SEARCHED } from '@gerbang/domain/one-spelling';
import fc from 'fast-check';
import { type Door, openDoor, type TestAccount } from './door.ts';

const SIGNS = ['', ...NOT_SEARCHED];

describe('names in searches', () => {
  let door: Door;
  let admin: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin', name: 'Kepala Admin' });
    // Rows of before the one spelling hold any sign.
    for (const [at, sign] of SIGNS.entries()) {
      const { id } = await door.account({ name: 'Lama' });
      await door
        .db('users')
        .where({ id })
        .update({ name: `Nur${sign}aini ke ${at}` });
    }
    await door.account({ name: 'Nurul Aini' });
  });
  afterAll(() => door.close());

  test('when a name is typed with any apostrophe or none, in any case, then every spelling of it is found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SIGNS), fc.boolean(), async (sign, upper) => {
        const typed = upper ? `NUR${sign}AINI` : `nur${sign}aini`;
        const query = `limit=50&search=${encodeURIComponent(typed)}`;
        expect((await door.call(listUsers, admin, { query })).json()).toHaveLength(SIGNS.length);
      }),
      { numRuns: runs(25) },
    );
  });

  test('when an apostrophe alone, a wildcard or nothing of a name is typed, then not everything is found', async () => {
    for (const typed of ['"', '%', '_', '\\', 'zzz']) {
      const query = `limit=50&search=${encodeURIComponent(typed)}`;
      expect((await door.call(listUsers, admin, { query })).json()).toEqual([]);
    }
  });

  test('when the trail is searched for a name, then its spellings are one as well', async () => {
    const body = { email: 'staf@contoh.id', name: 'Staf Baru', role: 'cs', password: 'abc123' };
    const made = await door.call(createUser, admin, { body });
    const row = await door.db('audit_events').where({ subject_id: made.json().id }).first('id');
    await door.db.raw('alter table audit_events disable trigger user');
    await door.db('audit_events').where({ id: row.id }).update({ actor_name: 'Nur’aini Staf' });
    await door.db.raw('alter table audit_events enable trigger user');
    const query = 'search=nuraini staf';
    expect((await door.call(listAccountAudit, admin, { query: encodeURI(query) })).json()).toMatchObject([
      { actor: { name: 'Nur’aini Staf' } },
    ]);
  });
});
