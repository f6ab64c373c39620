import type { Knex } from 'knex';
import type { SchemaClasses } from '../data/data-classes.ts';
import { migrate } from '../data/migrate.ts';

interface Column {
  readonly name: string;
  readonly comment: string | null;
}

/** Every column of the database as `table.column`, with its comment; the migrations' own tables left out. */
export async function columnsOf(knex: Knex): Promise<readonly Column[]> {
  const { rows } = await knex.raw(
    `select format('%s.%s', c.relname, a.attname) as name, col_description(c.oid, a.attnum) as comment
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and c.relname not like 'migrations%' order by 1`,
  );
  return rows;
}

/** The differences between the database's columns and the declared classes. */
export async function classMismatches(knex: Knex, classes: SchemaClasses) {
  const present = (await columnsOf(knex)).map((column) => column.name);
  const known = Object.entries(classes).flatMap(([table, { sealed, specific, personal, plain }]) =>
    [sealed, specific, personal, plain].flatMap((names) => (names ?? []).map((name) => `${table}.${name}`)),
  );
  return {
    withoutClass: present.filter((name) => !known.includes(name)),
    withoutColumn: known.filter((name) => !present.includes(name)),
    twice: known.filter((name, at) => known.indexOf(name) !== at),
  };
}

/** The result of `classMismatches` without differences. */
export const NO_MISMATCHES = { withoutClass: [], withoutColumn: [], twice: [] } as const;

/** Columns, indexes, constraints and triggers as comparable texts. */
async function schemaOf(knex: Knex): Promise<readonly unknown[]> {
  const { rows } = await knex.raw(
    `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
  );
  return rows;
}

/** Rolls all migrations back and migrates again; returns the schema before and after, and what was left in between. */
export async function rollbackAndMigrate({ url, knex }: { url: string; knex: Knex }, directory: string) {
  const before = await schemaOf(knex);
  await migrate({ url, directory, direction: 'down' });
  const { rows: left } = await knex.raw(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
       and relname not like 'migrations%'`,
  );
  await migrate({ url, directory });
  return { before, left: left as unknown[], after: await schemaOf(knex) };
}
