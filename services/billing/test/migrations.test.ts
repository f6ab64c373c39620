import { migrate } from '@gerbang/service-kit/migrate';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { DATA_CLASSES, sealedColumns } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

type Own = Awaited<ReturnType<typeof testDatabase>>;
interface Column {
  readonly name: string;
  readonly comment: string | null;
}

describe('schema of billing', () => {
  let own: Own;
  beforeAll(async () => {
    own = await testDatabase('billing', MIGRATIONS);
  });
  afterAll(() => own.drop());

  const columnsOfSchema = async () => {
    const { rows } = await own.knex.raw(
      `select format('%s.%s', c.relname, a.attname) as name, col_description(c.oid, a.attnum) as comment
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and c.relname not like 'migrations%' order by 1`,
    );
    return rows as Column[];
  };

  test('P1 when a column is in the database, then it has one class, and no class is for a column that is not', async () => {
    const known = Object.entries(DATA_CLASSES).flatMap(([table, classes]) =>
      [classes.sealed, classes.specific, classes.personal, classes.plain].flatMap((columns) =>
        (columns ?? []).map((column) => `${table}.${column}`),
      ),
    );
    const present = (await columnsOfSchema()).map((column) => column.name);
    expect(present.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !present.includes(name))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });

  test('P1 when a column is sealed, then the schema says so, and nowhere else', async () => {
    const sealed = sealedColumns().flatMap(({ table, columns: names }) =>
      names.map((name) => `${table}.${name}`),
    );
    const marked = (await columnsOfSchema()).filter((column) => column.comment === 'sealed');
    expect(marked.map((column) => column.name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      sealed.toSorted((a, b) => a.localeCompare(b)),
    );
    expect(sealed.length).toBeGreaterThanOrEqual(1);
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
