import type { Knex } from 'knex';
import type { Database, Db } from './database.ts';

/** Stands for the caller in a query that is written once. */
const USER_PLACEHOLDER = '00000000-0000-7000-8000-000000000000';

/**
 * A query about one user as a named statement: written once, planned once a connection, for the reads that every visit
 * begins with (performance, "Facts that shape the code"; P2, P9).
 */
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
