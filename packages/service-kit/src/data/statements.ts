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

/**
 * Named statements for the shapes of one query: each is built and compiled at its first use, and planned once for each
 * connection. `build` gets a placeholder for each value. Shapes must be few, because every connection keeps them.
 */
export function statementsOf<Row>(database: Database, name: string) {
  const known = new Map<string, { name: string; sql: string; bindings: readonly unknown[] }>();
  return <V extends Readonly<Record<string, string>>>(
    shape: string,
    values: V,
    build: (values: V) => Knex.QueryBuilder,
  ): Promise<Row[]> => {
    const byPlaceholder = new Map<unknown, string>(
      Object.entries(values).map(([key, value]) => [`value of ${key}`, value]),
    );
    let statement = known.get(shape);
    if (!statement) {
      const placeholders = Object.fromEntries(Object.keys(values).map((key) => [key, `value of ${key}`]));
      const { sql, bindings } = build(placeholders as V)
        .toSQL()
        .toNative();
      statement = { name: `${name} ${known.size}`, sql, bindings };
      known.set(shape, statement);
    }
    const bindings = statement.bindings.map((value) => byPlaceholder.get(value) ?? value);
    return database.prepared<Row>(statement.name, statement.sql, bindings);
  };
}
