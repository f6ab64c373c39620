import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/data/migrate.ts';
import { migrationFiles, standingOf } from '../src/data/migration-list.ts';
import { testDatabase } from '../src/testing/databases.ts';

const NEWER = join(__dirname, '../../../services/notification/migrations');
const names = migrationFiles(NEWER);

describe('a database and the migrations of an older release', () => {
  let home: string;
  let own: Awaited<ReturnType<typeof testDatabase>>;

  /** The folder of a release that had only these migrations. */
  function release(name: string, files: readonly string[]): string {
    const folder = join(home, name);
    mkdirSync(folder);
    for (const file of files) symlinkSync(join(NEWER, file), join(folder, file));
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
    own = await testDatabase('releases');
  });
  afterAll(async () => {
    await own.drop();
    rmSync(home, { recursive: true, force: true });
  });

  test('when an older release comes back, then its migration ends well and changes nothing, and the newer one goes on from there', async () => {
    const older = release('older', names.slice(0, -2));
    expect(await migrate({ url: own.url, directory: older })).toHaveLength(names.length - 2);
    expect(await migrate({ url: own.url, directory: NEWER })).toHaveLength(2);
    const before = await state();
    expect(before).toContain(names.at(-1));
    expect(await migrate({ url: own.url, directory: older })).toEqual([]);
    expect(await state()).toBe(before);
    expect(await migrate({ url: own.url, directory: NEWER })).toEqual([]);
    expect(await state()).toBe(before);
  });

  test('when a migration below the newest of the sources is missing, then it is an error, and nothing changes', async () => {
    const before = await state();
    const gap = release('gap', names.toSpliced(3, 1));
    await expect(migrate({ url: own.url, directory: gap })).rejects.toThrow(
      `lack migrations that the database has seen: ${names[3]}`,
    );
    expect(await state()).toBe(before);
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
