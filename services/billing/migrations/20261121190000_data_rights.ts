import { CONFIRMATION_MACHINE } from '@gerbang/domain/enrollment-confirmations';
import { createRetention, dropRetention } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const EDGES = CONFIRMATION_MACHINE.edges
  .filter((edge) => edge.from !== null)
  .map((edge) => `('${edge.from}', '${edge.to}')`)
  .join(', ');

/** True where the tables' owner has set `gerbang.ending`; the service's role may set it too, but is not the owner. */
const ENDING = `current_setting('gerbang.ending', true) = 'on'
  and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)`;

/** The former triggers, with an exception for `end_confirmations` where `door` is given. */
const rules = (door: boolean) => `
    create or replace function rows_are_kept() returns trigger language plpgsql as $$
    begin
      ${door ? `if tg_op = 'DELETE' and tg_table_name = 'enrollment_confirmations' and ${ENDING} then return null; end if;` : ''}
      raise exception '% are never deleted', tg_table_name using errcode = 'insufficient_privilege';
    end $$;

    create or replace function confirmation_moves() returns trigger language plpgsql as $$
    begin
      ${door ? `if ${ENDING} then return new; end if;` : ''}
      if (new.id, new.registration_id, new.child_id, new.created_at)
          is distinct from (old.id, old.registration_id, old.child_id, old.created_at)
        or new.version <> old.version + 1
        or not (
          (old.status, new.status) in (${EDGES})
          or (old.status = 'processed' and new.status = 'processed' and old.payment_status = 'pending')
        ) then
        raise exception 'this change of a confirmation is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;`;

/**
 * Ends a family's data in billing: confirmations without a scheme go, of the others only the texts that people wrote.
 * Schemes, invoices, payments and the ledger are the books and stay ten years (UU 27/2022, articles 42–44). The triggers
 * keep refusing every such change that does not come from this function.
 */
export async function up(knex: Knex): Promise<void> {
  await createRetention(knex);
  await knex.raw(rules(true));
  await knex.raw(`
    create function end_confirmations(wanted uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      ended uuid[];
    begin
      select array_agg(c.id) into ended from enrollment_confirmations c
        where c.registration_id = any(wanted) and not exists (
          select from enrollment_payment_schemes s where s.enrollment_confirmation_id = c.id);
      perform set_config('gerbang.ending', 'on', true);
      delete from confirmation_events where confirmation_id = any(ended);
      delete from enrollment_confirmations where id = any(ended);
      update enrollment_confirmations set additional_notes = null,
          contribution_description = case when contribution_type = 'goods' then 'Data dihapus' end
        where registration_id = any(wanted);
      perform set_config('gerbang.ending', '', true);
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function end_confirmations(uuid[])');
  await knex.raw(rules(false));
  await dropRetention(knex);
}
