import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/data/migrate.ts';
import { doneByName, standingOf, stepsToBegin } from '../src/data/migration-list.ts';
import { testDatabase } from '../src/testing/databases.ts';

/** Of a release: each makes the table of its name. */
const names = ['2026_a.ts', '2026_b.ts', '2026_c.ts', '2026_d.ts'];
const sourceOf = (table: string) =>
  `export const up = (knex) => knex.raw('create table ${table} (id integer)');
   export const down = (knex) => knex.raw('drop table ${table}');`;

describe('a database and the migrations of an older release', () => {
  let home: string;
  let newest: string;
  let own: Awaited<ReturnType<typeof testDatabase>>;

  /** The folder of a release that had only these migrations. */
  function release(name: string, files: readonly string[]): string {
    const folder = join(home, name);
    mkdirSync(folder);
    for (const file of files) writeFileSync(join(folder, file), sourceOf(`of_${file.slice(0, -3)}`));
    return folder;
  }

  /** Everything that a migration or a grant could change. */
  async function state(): Promise<string> {
    const { rows } = await own.knex.raw(
      `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
         from information_schema.columns where table_schema = 'public'
       union all select concat_ws(' ', relname, relacl::text) from pg_class where relnamespace = 'public'::regnamespace
       union all select concat_ws(' ', id, name, batch, migration_time) from migrations
       order by 1`,
    );
    return rows.map(({ line }: { line: string }) => line).join('\n');
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'gerbang-releases-'));
    newest = release('newest', names);
    own = await testDatabase('releases');
  });
  afterAll(async () => {
    await own.drop();
    rmSync(home, { recursive: true, force: true });
  });

  test('when an older release comes back, then its migration ends well and changes nothing, and the newer one goes on from there', async () => {
    const older = release('older', names.slice(0, -2));
    expect(await migrate({ url: own.url, directory: older })).toHaveLength(names.length - 2);
    expect(await migrate({ url: own.url, directory: newest })).toHaveLength(2);
    const before = await state();
    expect(before).toContain(names.at(-1));
    expect(await migrate({ url: own.url, directory: older })).toEqual([]);
    expect(await state()).toBe(before);
    expect(await migrate({ url: own.url, directory: newest })).toEqual([]);
    expect(await state()).toBe(before);
  });

  test('when a migration below the newest of the sources is missing, then it is an error, and nothing changes', async () => {
    const before = await state();
    const gap = release('gap', names.toSpliced(1, 1));
    await expect(migrate({ url: own.url, directory: gap })).rejects.toThrow(
      `lack migrations that the database has seen: ${names[1]}`,
    );
    expect(await state()).toBe(before);
  });
});

describe('a database that came to the begin of these sources step by step', () => {
  const steps = ['20260101_a.ts', '20260202_b.ts'];
  const files = ['20260202_begin.ts', '2027_c.ts'];

  test('when it is migrated, then the begin is noted in place of its steps, and later migrations follow', async () => {
    const own = await testDatabase('steps');
    const home = mkdtempSync(join(tmpdir(), 'gerbang-steps-'));
    try {
      for (const name of steps) writeFileSync(join(home, name), sourceOf(`of_${name.slice(9, 10)}`));
      await migrate({ url: own.url, directory: home });
      for (const name of steps) rmSync(join(home, name));
      writeFileSync(join(home, '20260202_begin.ts'), sourceOf('of_all'));
      writeFileSync(join(home, '2027_c.ts'), sourceOf('c'));
      expect(await migrate({ url: own.url, directory: home })).toEqual(['2027_c.ts']);
      expect(await own.knex('migrations').orderBy('name').pluck('name')).toEqual([
        '20260202_begin.ts',
        '2027_c.ts',
      ]);
      expect(await migrate({ url: own.url, directory: home })).toEqual([]);
    } finally {
      rmSync(home, { recursive: true, force: true });
      await own.drop();
    }
  });

  test.each([
    [steps, steps, ['20260202_begin.ts'], 'behind'],
    [[...steps, '2027_c.ts'], steps, files, 'behind'],
    [['20260202_begin.ts'], [], ['20260202_begin.ts'], 'behind'],
    [files, [], files, 'current'],
    [[], [], [], 'behind'],
  ] as const)(
    'when it has done %j, then %j are steps, it counts as %j, and is %s',
    (done, taken, named, standing) => {
      expect(stepsToBegin(files, done)).toEqual(taken);
      expect(doneByName(files, done)).toEqual(named);
      expect(standingOf(files, done)).toBe(standing);
    },
  );

  test('when it stopped before the begin, then the sources say what they lack, and what brings it up to date', () => {
    expect(() => standingOf(files, ['2025_a.ts'])).toThrow(
      'lack migrations that the database has seen: 2025_a.ts. 20260202_begin.ts came in place of them and of later ones: ' +
        'migrate the database with the commit before that file, then with these sources',
    );
  });
});

test.each([
  [['a', 'b'], ['a', 'b'], 'current'],
  [['a', 'b'], ['a'], 'behind'],
  [['a', 'b'], [], 'behind'],
  [['a'], ['a', 'b'], 'ahead'],
])('when the sources have %j and the database %j, then it is %s', (files, done, expected) => {
  expect(standingOf(files, done)).toBe(expected);
});

test('when a newer release has run without one of ours, then it is an error', () => {
  expect(() => standingOf(['a', 'b'], ['a', 'c'])).toThrow('without b');
});
