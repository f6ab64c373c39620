import { migrate } from '@gerbang/service-kit/migrate';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

describe('schema of announcements', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    own = await testDatabase('announcement', MIGRATIONS);
  });
  afterAll(() => own.drop());

  test('P1 when a column is in the database, then it has one class, and no class is for a column that is not', async () => {
    const { rows } = await own.knex.raw(
      `select format('%s.%s', c.relname, a.attname) as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and c.relname not like 'migrations%' order by 1`,
    );
    const present = (rows as { name: string }[]).map((row) => row.name);
    const known = Object.entries(DATA_CLASSES).flatMap(([table, classes]) =>
      [classes.specific, classes.personal, classes.plain].flatMap((columns) =>
        (columns ?? []).map((column) => `${table}.${column}`),
      ),
    );
    expect(present.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !present.includes(name))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });

  test('F18 when the migrations are taken back and done again, then the schema is the same', async () => {
    const schema = async () => {
      const { rows } = await own.knex.raw(
        `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
         from information_schema.columns where table_schema = 'public'
         union all select indexdef from pg_indexes where schemaname = 'public'
         union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
           where connamespace = 'public'::regnamespace
         union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
      );
      return rows as unknown[];
    };
    const before = await schema();
    await migrate({ url: own.url, directory: MIGRATIONS, direction: 'down' });
    const { rows } = await own.knex.raw(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
         and relname not like 'migrations%'`,
    );
    expect(rows).toEqual([]);
    await migrate({ url: own.url, directory: MIGRATIONS });
    expect(await schema()).toEqual(before);
  });
});
