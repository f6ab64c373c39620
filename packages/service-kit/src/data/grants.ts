import type { Knex } from 'knex';
import type pg from 'pg';

const MIGRATION_TABLES = ['migrations', 'migrations_lock'];

interface Table {
  readonly name: string;
  readonly comment: string | null;
}

/** The comment by which a migration says that a table's rows are never changed. */
const APPEND_ONLY = 'append-only';

/**
 * Grants a service's role what its program needs and nothing more: connect, use the schema, read and write rows; on
 * append-only tables only SELECT and INSERT. The migrating role owns everything, so the service can
 * neither change the schema nor drop a trigger. Tables of later migrations start with SELECT and INSERT until this runs.
 */
export async function grantToService(knex: Knex, role: string): Promise<void> {
  await knex.transaction(async (trx) => {
    const { rows } = await trx.raw(
      `select c.relname as name, obj_description(c.oid, 'pg_class') as comment from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and c.relname <> all(?) order by 1`,
      [MIGRATION_TABLES],
    );
    const tables = rows as Table[];
    const isAppendOnly = ({ comment }: Table) => comment?.startsWith(APPEND_ONLY) ?? false;
    await trx.raw('revoke create on schema public from public');
    await trx.raw('grant usage on schema public to ??', [role]);
    await trx.raw('revoke all on all tables in schema public from ??', [role]);
    for (const table of tables) {
      const rights = isAppendOnly(table) ? 'select, insert' : 'select, insert, update, delete';
      await trx.raw(`grant ${rights} on table ?? to ??`, [table.name, role]);
    }
    await trx.raw('grant usage, select on all sequences in schema public to ??', [role]);
    await trx.raw('alter default privileges in schema public grant select, insert on tables to ??', [role]);
    await trx.raw('alter default privileges in schema public grant usage, select on sequences to ??', [role]);
  });
}

/** Whether `grantToService` has run for the role: it sets the default privileges last. */
export async function isGranted(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_default_acl d, aclexplode(d.defaclacl) a, pg_roles r
     where r.oid = a.grantee and r.rolname = $1 limit 1`,
    [role],
  );
  return rowCount === 1;
}
