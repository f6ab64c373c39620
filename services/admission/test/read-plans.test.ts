import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { staffList } from '../src/staff-registrations/staff-registrations.view.ts';
import { matching, type StaffFilters } from '../src/registration-record/staff-rows.repository.ts';
import { SAME_CHILD } from '../src/registration-record/same-child.repository.ts';
import { ownRegistrations } from '../src/registration-record/registrations.repository.ts';
import { type Door, openDoor } from './door.ts';
import { makeRegistration, setState } from './families.ts';

describe('reads that must not grow with the school', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  /** The plan if reading whole tables cost more than anything else, as in a large school. */
  const planOf = (query: Knex.QueryBuilder) =>
    door.db.transaction(async (trx: Knex.Transaction) => {
      await trx.raw(
        'set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
      );
      const { sql, bindings } = query.toSQL();
      const { rows } = await trx.raw(`explain ${sql}`, bindings as string[]);
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });

  test('when a family asks for its registrations, then its children are found by an index', async () => {
    const plan = await planOf(ownRegistrations(door.db, uuidv7()));
    expect(plan).toContain('children_of_family on children');
    expect(plan).not.toContain('Seq Scan on children');
  });

  test('when a stage changes, then the text that staff search, and its index, are not written again', async () => {
    const { id } = await makeRegistration(door, await door.caller());
    const places = async () => {
      const rows = await door
        .db('registration_search as s')
        .join('registrations as r', 'r.id', 's.registration_id')
        .where('r.id', id)
        .select(door.db.raw('s.ctid::text as found, r.ctid::text as whole'));
      return rows[0] as { found: string; whole: string };
    };
    const before = await places();
    await setState(door, id, { current_stage: 'obs_scheduled' });
    const after = await places();
    expect([after.found === before.found, after.whole === before.whole]).toEqual([true, false]);
  });

  test.each<[string, StaffFilters, string]>([
    ['a level', { jenjang: 'SMP' }, 'registrations_by_level'],
    ['a level and a fee', { jenjang: 'SMP', payment_status: 'paid' }, 'registrations_by_level_and_payment'],
    ['a year', { academic_year: '2026/2027' }, 'registrations_of_year'],
  ])(
    'when staff look at %s, newest first, then an index gives just these in that order',
    async (_what, filters, index) => {
      const rows = staffList(door.db, filters).rows();
      const plan = await planOf(
        rows.orderByRaw('registrations.created_at desc, registrations.id desc').limit(51),
      );
      expect(plan).toContain(`Index Scan Backward using ${index} on registrations`);
      expect(plan).not.toMatch(/Filter: \((?:jenjang|academic_year)/u);
    },
  );

  test.each<[string, StaffFilters, string]>([
    ['waiting proofs', { payment_status: 'paid' }, 'registrations_by_wait'],
    ['fees unpaid for a week', { payment_status: 'pending', payment_days: '7' }, 'registrations_by_wait'],
  ])(
    'when staff look at %s, the longest wait first, then an index gives just these in that order',
    async (_what, filters, index) => {
      const rows = staffList(door.db, filters).rows();
      const plan = await planOf(rows.orderByRaw('registrations.payment_since, registrations.id').limit(51));
      expect(plan).toContain(`Index Scan using ${index} on registrations`);
      expect(plan).not.toContain('Sort');
    },
  );

  test('when a family has many children of one birth date, then an index gives those of one name', async () => {
    const parent = uuidv7();
    await door.db('parents').insert({ id: parent, user_id: uuidv7() });
    await door.db.raw(
      `insert into children (id, parent_id, full_name, birth_city, birth_date)
       select gen_random_uuid(), ?, 'Anak ' || n, 'Bogor', '2019-05-14' from generate_series(1, 300) n`,
      [parent],
    );
    await door.db.raw('analyze children');
    const plan = await planOf(door.db('children').select(door.db.raw(SAME_CHILD)));
    expect(plan).toContain('Index Scan using children_by_name_and_birth on children');
  });

  test('when staff look at the observations of this week, then an index of the days gives just these', async () => {
    const week = matching(door.db, { observation_week: '1' }).orderBy('observation_date').select('id');
    const plan = await planOf(week);
    expect(plan).toMatch(/registrations_(?:observed|by_observation) on registrations/u);
  });
});
