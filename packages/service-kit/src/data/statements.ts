import type { Knex } from 'knex';
import type { Database, Db } from './database.ts';

/** The placeholder that is replaced by the user's id. */
const USER_PLACEHOLDER = '00000000-0000-7000-8000-000000000000';

/** Compiles a query about one user to a named statement: built once and planned once for each connection. */
export function statementOf<Row>(
  database: Database,
  name: string,
  query: (db: Db, userId: string) => Knex.QueryBuilder,
): (userId: string) => Promise<Row[]> {
  const { sql, bindings } = query(database.knex, USER_PLACEHOLDER).toSQL().toNative();
  return (userId) =>
    database.prepared<Row>(
      name,
      sql,
      bindings.map((value) => (value === USER_PLACEHOLDER ? userId : value)),
    );
}

/** Every connection keeps the plan of each of its statements. */
const MAX_SHAPES = 60;

/**
 * Named statements for the shapes of one query: each is built at its first use and planned once for each connection. What
 * belongs to the shape stands in the text as a literal, because PostgreSQL often chooses a worse index for a value that it
 * does not know; `values` are parameters, for which `build` gets placeholders. Null for a shape beyond the first 60.
 */
export function statementsOf<Row>(database: Database, name: string) {
  const known = new Map<string, { readonly name: string; readonly text: string }>();
  return <V extends Readonly<Record<string, string>>>(
    shape: string,
    values: V,
    build: (values: V) => Knex.QueryBuilder,
  ): Promise<Row[]> | null => {
    let statement = known.get(shape);
    if (!statement) {
      if (known.size >= MAX_SHAPES) return null;
      const keys = Object.keys(values);
      const placeholder = (key: string) => `value of ${key}`;
      const literal = build(Object.fromEntries(keys.map((key) => [key, placeholder(key)])) as V).toQuery();
      const text = keys.reduce(
        (sql, key, at) => sql.replaceAll(`'${placeholder(key)}'`, `$${at + 1}`),
        literal,
      );
      statement = { name: `${name} ${known.size}`, text };
      known.set(shape, statement);
    }
    return database.prepared<Row>(statement.name, statement.text, Object.values(values));
  };
}

/**
 * SQL that a column is one of these ids, and its parameter. For an array PostgreSQL makes a plan each time, because it cannot
 * know the length beforehand: for one id that takes longer than to find it.
 */
export function isOneOf(column: string, ids: readonly string[]): [sql: string, value: Knex.RawBinding] {
  const [only = '', ...others] = ids;
  return ids.length > 0 && others.length === 0
    ? [`${column} = ?`, only]
    : [`${column} = any(?::uuid[])`, [...ids]];
}
