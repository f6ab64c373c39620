import { userList, type ListQuery } from '../src/users/user-list.repository.ts';
import { type Door, openDoor } from './door.ts';

describe('the list of users in a large school', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    await door.db.raw(
      `insert into users (id, email, name, password_hash, deleted_at)
       select gen_random_uuid(), 'wali' || n || '@contoh.sch.id', 'Ibu ' || md5(n::text), '$argon2id$', case when n % 100 = 0 then now() end
       from generate_series(1, 5000) n`,
    );
    await door.db.raw('vacuum analyze users');
  });
  afterAll(() => door.close());

  test.each<[string, Partial<ListQuery>, string]>([
    ['a name or an address', { search: 'nuraini' }, 'users_search'],
    ['closed accounts', { part: 'closed' }, 'users_closed'],
  ])('when administrators look for %s, then an index gives them', async (_what, query, index) => {
    const plan = await door.db.transaction(async (trx) => {
      const { sql, bindings } = userList(trx, query as ListQuery)
        .rows()
        .toSQL();
      const { rows } = await trx.raw(`explain ${sql}`, bindings as string[]);
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain(index);
  });
});
