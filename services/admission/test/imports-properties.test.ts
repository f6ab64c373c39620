import * as calls from '@gerbang/contracts/imports';
import { runs } from '@gerbang/domain/testing/runs';
import { type Door as AuthDoor, openDoor as openAuth } from '@gerbang/auth-service/test/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { workImports } from '../src/imports/work-imports.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { csvOf, previewOf, readImport } from './import-lists.ts';

const KILLED = 'killed before the commit';

const YEAR = '2026/2027';
const HEADINGS = 'Nama;Tgl Lahir;Jenjang;Kelas;TA;HP;Nama Ibu;Panggilan';

/** A birth day that no other run has, so that children of two runs never look alike. */
const born = (own: number, child: number) =>
  new Date(Date.UTC(2010, 0, 1) + (own * 5 + child) * 86_400_000).toISOString().slice(0, 10);
const number = (own: number, family: number) => `8571${String(own * 10 + family).padStart(7, '0')}`;

/** A list with siblings, a child twice, and a mother's name and a child's nick name that only one of two lines has. */
function linesOf(tag: string, own: number): string[] {
  const twice = born(own, 1);
  return [
    `Umar ${tag};${born(own, 0)};SD;1;${YEAR};0${number(own, 1)};;Umi`,
    `Zahra ${tag};${twice};TK;TK A;${YEAR};0${number(own, 1)};Ibu Sari;`,
    `zahra  ${tag};${twice.split('-').toReversed().join('/')};TK;TK A;${YEAR};62${number(own, 1)};;Ara`,
    `Bilal ${tag};${born(own, 2)};SD;1;${YEAR};0${number(own, 2)};Ibu Rini;`,
    `Hasan ${tag};${born(own, 3)};SD;2;${YEAR};0${number(own, 3)};;`,
  ];
}

describe('an import, whatever the order of its rows and wherever its program ends', () => {
  let auth: AuthDoor;
  let door: Door;
  let tu: Caller;
  beforeAll(async () => {
    auth = await openAuth();
    const AUTH_URL = await auth.app.listen({ host: '127.0.0.1', port: 0 });
    door = await openDoor({ AUTH_URL, INTERNAL_KEY: auth.internalKey });
    tu = await door.caller('staff_tu', 'Tata Usaha');
  });
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  /** What stands of the families of one run, without what differs by nature. */
  async function written(tag: string) {
    const { rows } = await door.db.raw(
      `select p.user_id, p.mother_name, p.contact_phone, c.full_name, c.nick_name, r.jenjang, r.kelas, r.academic_year
       from children c join parents p on p.id = c.parent_id left join registrations r on r.child_id = c.id
       where lower(c.full_name) like ? and c.deleted_at is null order by lower(c.full_name), c.birth_date`,
      [`% ${tag.toLowerCase()}`],
    );
    const families = [...new Set((rows as { user_id: string }[]).map(({ user_id }) => user_id))];
    return (rows as Record<string, string | null>[]).map(
      ({ user_id, contact_phone: _phone, full_name, ...row }) => ({
        ...row,
        full_name: full_name?.toLowerCase().replace(` ${tag.toLowerCase()}`, ''),
        family: families.indexOf(user_id as string),
      }),
    );
  }

  /** Imports the lines; `dies` = after how many rows the program that writes them ends. */
  async function importAll(lines: readonly string[], dies: number | null): Promise<void> {
    const id = await previewOf(door, tu, csvOf(lines, HEADINGS));
    const answer = await door.call(calls.startImport, tu, {
      params: { id },
      headers: { 'idempotency-key': uuidv7() },
    });
    if (answer.statusCode === 409) return;
    let transactions = 0;
    const { database } = door.context;
    const mortal = {
      ...door.context,
      database: {
        ...database,
        transaction: async <T>(work: (trx: never) => Promise<T>): Promise<T> =>
          database.transaction(async (trx) => {
            transactions += 1;
            const done = await work(trx as never);
            if (dies !== null && transactions > dies) throw new Error(KILLED);
            return done;
          }),
      },
    };
    await workImports(mortal as unknown as Door['context']).catch((error: Error) => {
      if (error.message !== KILLED) throw error;
    });
    for (
      let turns = 0;
      turns < 20 && (await readImport(door, tu, id, 'rows=none')).state === 'running';
      turns += 1
    )
      await workImports(door.context);
    expect((await readImport(door, tu, id, 'rows=none')).state).toBe('done');
  }

  test('when rows are in any order, the file comes twice, and the program is killed after any row, then families, children and registrations are the same', async () => {
    let run = 0;
    const letters = (at: number) => [...String(at)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
    const tag = () => {
      run += 1;
      return `Uji${letters(run)}`;
    };
    const first = tag();
    await importAll(linesOf(first, run), null);
    const wanted = await written(first);
    expect(wanted).toHaveLength(4);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
        fc.option(fc.nat(5)),
        async (order, dies) => {
          const own = tag();
          const lines = linesOf(own, run);
          const shuffled = order.map((at) => lines[at] ?? '');
          await importAll(shuffled, dies);
          expect(await written(own)).toEqual(wanted);
          await importAll(lines, null);
          expect(await written(own)).toEqual(wanted);
        },
      ),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });
});
