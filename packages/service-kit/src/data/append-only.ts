/**
 * The rule of tables that only grow, as it is replaced by a migration: the functions that end a family's data may delete rows,
 * and with `blank` also take texts out of rows that stay. The trail is never changed.
 */
export const appendOnlyRule = ({ blank }: { readonly blank: boolean }): string => `
  create or replace function rows_are_append_only() returns trigger language plpgsql as $$
  begin
    if (tg_op = 'DELETE'${blank ? ` or (tg_op = 'UPDATE' and tg_table_name not like 'audit%')` : ''})
      and current_setting('gerbang.ending', true) = 'on'
      and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
      return null;
    end if;
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end $$;`;
