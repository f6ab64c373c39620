import { rowsOf } from './databases.ts';

/** Everything that a migration makes: columns, indexes, constraints, triggers, functions and rights, in one order. */
const SCHEMA = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as line
  from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
    where p.pronamespace = 'public'::regnamespace and d.objid is null and p.prokind = 'f'
  union all select 'right ' || table_name || ' ' || privilege_type || ' ' || grantee
    from information_schema.role_table_grants where table_schema = 'public'
  union all select 'migration ' || name from migrations
  order by line`;

/** The schema of a database as lines; names that begin with the prefix are told alike, whatever it is. */
export async function schemaOf(url: string, prefix: string): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(url, SCHEMA);
  return rows.map(({ line }) => line.replaceAll(`${prefix}_`, 'service_'));
}

/** What stands in one of them only. */
export function differences(one: readonly string[], other: readonly string[]): string[] {
  const only = (these: readonly string[], those: readonly string[], sign: string) =>
    these.filter((line) => !those.includes(line)).map((line) => `${sign} ${line}`);
  return [...only(one, other, '+'), ...only(other, one, '-')];
}
