import type { Knex } from 'knex';

/** Second factors, their recovery codes, running second steps, and requests to clear an administrator's factors. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table factors (
      id uuid primary key,
      user_id uuid not null references users (id),
      kind text not null check (kind in ('passkey', 'totp')),
      name text not null check (length(name) between 1 and 60),
      credential_id text,
      public_key bytea,
      counter bigint,
      transports text,
      secret text,
      -- The time step of the last code that was taken; neither it nor an earlier one is taken again.
      last_step bigint,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz,
      last_used_at timestamptz,
      check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null)),
      check ((kind = 'totp') = (secret is not null))
    );
    comment on column factors.secret is 'sealed';
    create index factors_by_user on factors (user_id);
    create unique index factors_credential on factors (credential_id);
    create unique index factors_one_totp on factors (user_id) where kind = 'totp';

    create table recovery_codes (
      user_id uuid not null references users (id),
      code_hash bytea not null,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    create table factor_steps (
      -- A keyed hash: of a login's token, or of the session.
      key bytea primary key,
      user_id uuid not null references users (id),
      purpose text not null check (purpose in ('login', 'fresh', 'passkey')),
      challenge text,
      attempts integer not null default 0 check (attempts between 0 and 5),
      session_epoch integer not null,
      expires_at timestamptz not null
    );
    create index factor_steps_by_user on factor_steps (user_id);
    create index factor_steps_age on factor_steps (expires_at);

    create table factor_clearances (
      user_id uuid primary key references users (id),
      requested_by uuid not null references users (id),
      requested_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table factor_clearances, factor_steps, recovery_codes, factors');
}
