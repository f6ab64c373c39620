import type { Knex } from 'knex';

/** Which number and address an account has proved to be its own, and the codes that prove a number. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add column phone_verified_at timestamptz,
      add column email_verified_at timestamptz,
      -- Wanted and not proved yet: another account may hold it meanwhile.
      add column pending_phone text check (pending_phone ~ '^\\+[1-9][0-9]{6,14}$'),
      add constraint users_phone_verified check (phone_verified_at is null or contact_phone is not null);
    -- A code was used at the number of the profile, which is the same one, or the number is made up.
    update users set phone_verified_at = now()
    where contact_phone is not null and deleted_at is null
      and (demo or exists (select from login_phones own where own.user_id = users.id and own.phone = users.contact_phone));

    create table phone_codes (
      id uuid primary key,
      user_id uuid not null references users (id),
      phone text not null,
      -- A change of the number has a minute of its own beside the present number.
      is_change boolean not null,
      salt bytea not null,
      code_hash bytea not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      voided_at timestamptz
    );
    create unique index phone_codes_live on phone_codes (user_id) where used_at is null and voided_at is null;
    create index phone_codes_recent on phone_codes (user_id, created_at);
    create index phone_codes_number on phone_codes (phone, created_at);
    create index phone_codes_age on phone_codes (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table phone_codes;
    alter table users drop column phone_verified_at, drop column email_verified_at, drop column pending_phone;
  `);
}
