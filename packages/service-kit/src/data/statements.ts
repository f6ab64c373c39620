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
