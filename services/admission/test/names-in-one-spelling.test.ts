import { runs } from '@gerbang/domain/testing/runs';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { oneSpelling } from '@gerbang/domain/one-spelling';
import fc from 'fast-check';
import { up } from '../migrations/20261127185600_names_in_one_spelling.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

/** Names as the calls stored them before: apostrophes of keyboards, blanks of word processors, marks of messengers. */
const names = fc
  .array(
    fc.constantFrom(
      'Nur',
      'é',
      'É',
      "'",
      '’',
      'ʿ',
      '`',
      '\u00A0',
      '  ',
      '\u202A',
      '\u200D',
      '-',
      '‑',
      'aini',
      '李',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => `A${parts.join('')}`);

describe('stored names after the update', () => {
  let door: Door;
  let staff: Caller;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('staff_tu');
    family = await door.caller();
  });
  afterAll(() => door.close());

  test('when a family was stored in an older spelling, then child, parents and account are respelled and staff find them', async () => {
    const child = await makeChild(door, family);
    const { id } = await makeRegistration(door, family, {}, child);
    const parents = { father_name: 'Ma’ruf\u00A0Amin', mother_name: 'Siti\u202C' };
    const old = { full_name: '\u2066Nur’aini\u00A0 Rahma ', nick_name: 'A`ini' };
    await door.db('children').where({ id: child.id }).update(old);
    await door.db('parents').where({ id: child.parent_id }).update(parents);
    const account = { id: family.id, role: 'wali_murid', phone: null, active: true, version: 1 };
    await door
      .db('accounts')
      .insert({ ...account, name: 'Umi\u00A0Kulsum' })
      .onConflict('id')
      .merge();
    await door
      .db('registrations')
      .where({ id })
      .update({ search_text: 'nur\u200Daini\u00A0rahma', child_sort: '\u2066nur’aini' });
    await up(door.db);
    expect(await door.db('children').where({ id: child.id }).first()).toMatchObject({
      full_name: "Nur'aini Rahma",
      nick_name: "A'ini",
      version: child.version,
    });
    expect(await door.db('parents').where({ id: child.parent_id }).first()).toMatchObject({
      father_name: "Ma'ruf Amin",
      mother_name: 'Siti',
    });
    expect((await door.db('accounts').where({ id: family.id }).first())?.name).toBe('Umi Kulsum');
    expect((await door.db('registrations').where({ id }).first())?.child_sort).toBe("nur'aini rahma");
    for (const typed of ['nuraini rahma', "ma'ruf amin", 'umi kulsum']) {
      const query = `search=${encodeURIComponent(typed)}`;
      const rows = (await door.call(listStaffRegistrations, staff, { query })).json() as { id: string }[];
      expect(rows.map((row) => row.id)).toEqual([id]);
    }
  });

  test('when it runs over any names, and again, then each is in the one spelling and only those that differed are written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 5 }), async (stored) => {
        const owner = await door.caller();
        const children: { readonly id: string; readonly full_name: string }[] = [];
        for (const full_name of stored) {
          const { id } = await makeChild(door, owner);
          await door.db('children').where({ id }).update({ full_name });
          children.push({ id, full_name });
        }
        const rows = async () =>
          door
            .db('children')
            .whereIn(
              'id',
              children.map(({ id }) => id),
            )
            .orderBy('id')
            .select<{ id: string; full_name: string; written: string }[]>(
              'id',
              'full_name',
              door.db.raw('xmin::text as written'),
            );
        const before = await rows();
        await up(door.db);
        const after = await rows();
        for (const [at, { id, full_name }] of children.entries()) {
          expect(after[at]).toMatchObject({ id, full_name: oneSpelling(full_name) });
          if (full_name === oneSpelling(full_name)) expect(after[at]).toEqual(before[at]);
        }
        await up(door.db);
        expect(await rows()).toEqual(after);
      }),
      { numRuns: runs(25) },
    );
  });
});
