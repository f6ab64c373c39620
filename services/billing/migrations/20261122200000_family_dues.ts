import type { Knex } from 'knex';

/** Tables that a family's dues come from, and the family of a row of each as SQL over `one`. */
const FAMILY_OF = {
  enrollment_confirmations: 'select user_id from registrations where id = one.registration_id',
  enrollment_invoices: 'select user_id from registrations where id = one.registration_id',
} as const;

/** At the commit and not earlier: so the family's row is the last lock of every transaction, and no two wait in a circle. */
const noting = (table: string, family: string) => `
  create function note_${table}() returns trigger language plpgsql as $$
  declare
    one ${table};
  begin
    if tg_op = 'DELETE' then one := old; else one := new; end if;
    perform note_family((${family}));
    return null;
  end $$;
  create constraint trigger ${table}_in_dues after insert or update or delete on ${table}
    deferrable initially deferred for each row execute function note_${table}();`;

/**
 * The version of what each family owes and has to confirm. Triggers raise it with every change, programs of the release
 * before included; a chore tells admission the families whose version is newer than the last told one. Only registrations
 * of accepted children matter: others have neither confirmation nor invoice.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table family_dues (
      user_id uuid primary key,
      version bigint not null default 1,
      told bigint not null default 0,
      changed_at timestamptz not null default now()
    ) with (fillfactor = 70);
    create index family_dues_untold on family_dues (user_id) where version > told;
    insert into family_dues (user_id)
      select distinct user_id from registrations where current_stage = 'passed' and not deleted;

    create function note_family(wanted uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      -- The account that erased registrations stand under is no family.
      if wanted is null or wanted = '00000000-0000-0000-0000-000000000000' then return; end if;
      insert into family_dues as f (user_id) values (wanted)
      on conflict (user_id) do update set version = f.version + 1, changed_at = now();
    end $$;

    create function note_registrations() returns trigger language plpgsql as $$
    begin
      perform note_family(new.user_id);
      if tg_op = 'UPDATE' then
        if old.user_id <> new.user_id then perform note_family(old.user_id); end if;
      end if;
      return null;
    end $$;
    create constraint trigger registrations_new_in_dues after insert on registrations
      deferrable initially deferred for each row when (new.current_stage = 'passed')
      execute function note_registrations();
    create constraint trigger registrations_in_dues after update on registrations
      deferrable initially deferred for each row when (new.current_stage = 'passed' or old.current_stage = 'passed')
      execute function note_registrations();
  `);
  for (const [table, family] of Object.entries(FAMILY_OF)) await knex.raw(noting(table, family));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger registrations_new_in_dues on registrations');
  for (const table of ['registrations', ...Object.keys(FAMILY_OF)]) {
    await knex.raw(`drop trigger ${table}_in_dues on ${table}; drop function note_${table}()`);
  }
  await knex.raw('drop table family_dues; drop function note_family(uuid)');
}
