import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { KIT_CLASSES } from './data-classes.ts';

/** What knex returns for a type of PostgreSQL, with the parsers of `database.ts`. */
const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  varchar: 'string',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  // Exact, so the driver does not turn it into a number.
  numeric: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  bit: 'string',
  jsonb: 'unknown',
  _text: 'readonly string[]',
  _uuid: 'readonly string[]',
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly required: boolean;
  readonly sealed: boolean;
  /** The definitions of the checks that concern this column alone. */
  readonly checks: readonly string[];
}

const COLUMNS = `
  select c.relname as "table", a.attname as "column", t.typname as type, a.attnotnull as required,
    coalesce(col_description(c.oid, a.attnum) = 'sealed', false) as sealed,
    array(
      select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname
    ) as checks
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and c.relname not like 'migrations%'
  order by c.relname, a.attnum`;

/** `check (column in ('a', 'b'))`, as PostgreSQL writes it back. */
const ONE_OF = /^CHECK \(\(\w+ = ANY \(ARRAY\[(?<values>'[^\]]+)\]\)\)\)$/u;

function typeOf({ table, column, type, checks }: Column): string {
  const values = checks
    .map((check) => ONE_OF.exec(check)?.groups?.values)
    .find((found) => found !== undefined);
  if (type === 'text' && values !== undefined) {
    return values.replaceAll('::text', '').split(', ').join(' | ');
  }
  // Roles have no check: an account's copy must take a role that only a newer version of auth knows.
  if (type === 'text' && /(?:^|_)role$/u.test(column)) return 'Role';
  const known = TYPES[type];
  if (known === undefined) throw new Error(`${table}.${column}: no TypeScript type is known for ${type}`);
  return known;
}

function lineOf(column: Column): string {
  const type = typeOf(column);
  const nullable = column.required || type === 'unknown' ? type : `${type} | null`;
  return `${column.sealed ? '    /** Ciphertext. */\n' : ''}    readonly ${column.column}: ${nullable};`;
}

/**
 * The source of `database.types.ts`: a row of each table but the kit's as knex returns it; a column with a list of
 * values is their union.
 */
export async function rowTypesOf(knex: Knex): Promise<string> {
  const { rows } = (await knex.raw(COLUMNS)) as { rows: Column[] };
  const own = rows.filter(({ table }) => !(table in KIT_CLASSES));
  const tables = [...Map.groupBy(own, ({ table }) => table)].map(
    ([table, columns]) => `  readonly ${table}: {\n${columns.map(lineOf).join('\n')}\n  };`,
  );
  const body = tables.join('\n');
  return [
    '// Made from the migrated database by `npm run types:database`; not to be edited.',
    ...(body.includes(': Role') ? ["import type { Role } from '@gerbang/domain/roles';", ''] : []),
    "/** A row of each of the service's tables as knex returns it; the kit types its own. */",
    `export interface Tables {\n${body}\n}\n`,
  ].join('\n');
}

/** Where the row types of a folder of migrations are checked in, and what stands there now ('' where nothing does). */
export function keptRowTypes(migrations: string): { readonly file: string; readonly source: string } {
  const file = join(migrations, '../src/database.types.ts');
  try {
    return { file, source: readFileSync(file, 'utf8') };
  } catch {
    return { file, source: '' };
  }
}
