import type { Knex } from 'knex';

/**
 * Versions of accounts, by which others keep their copies, and the second number that an account
 * may log in by: the verified one of the profile. A row without a number remembers the version
 * of the profile that took it away, so that an older claim comes too late.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column version integer not null default 1 check (version > 0);

    create table login_phones (
      user_id uuid primary key references users (id),
      phone text unique check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      profile_version bigint not null,
      updated_at timestamptz not null default now()
    );

    -- A number belongs to one account, be it its own or its profile's. The lock makes two writers of one number wait
    -- for each other; whoever comes second sees what the first one wrote.
    create function login_phone_is_free() returns trigger language plpgsql as $$
    declare
      wanted text;
      taken boolean;
    begin
      wanted := case tg_table_name when 'users' then to_jsonb(new) ->> 'contact_phone' else to_jsonb(new) ->> 'phone' end;
      perform pg_advisory_xact_lock(hashtextextended('login-phone:' || wanted, 0));
      if tg_table_name = 'users' then
        select exists (select from login_phones where phone = wanted and user_id <> new.id) into taken;
      else
        select exists (select from users
          where contact_phone = wanted and id <> new.user_id and deleted_at is null) into taken;
      end if;
      if taken then
        raise exception 'the number belongs to another account'
          using errcode = 'unique_violation', constraint = 'login_phones_free';
      end if;
      return new;
    end $$;
    create trigger users_login_phone before insert or update of contact_phone on users
      for each row when (new.contact_phone is not null and new.deleted_at is null)
      execute function login_phone_is_free();
    create trigger login_phones_free before insert or update of phone on login_phones
      for each row when (new.phone is not null) execute function login_phone_is_free();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger users_login_phone on users;
    drop table login_phones;
    drop function login_phone_is_free();
    alter table users drop column version;
  `);
}
