import {
  createAuditTables,
  createIdempotencyKeys,
  createOutbox,
  createProcessedEvents,
  dropAuditTables,
  refuseChanges,
} from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/**
 * Families: the copy of accounts that auth's events keep, parents, children with the consent to each. Sealed columns
 * hold ciphertext, bound to their row.
 */
export async function up(knex: Knex): Promise<void> {
  await createOutbox(knex);
  await createProcessedEvents(knex);
  await createIdempotencyKeys(knex);
  await createAuditTables(knex);
  await knex.raw(`
    create table accounts (
      id uuid primary key,
      name text,
      role text not null,
      phone text,
      active boolean not null,
      version bigint not null
    );

    create table parents (
      id uuid primary key,
      user_id uuid not null unique,
      father_name text check (length(father_name) <= 100),
      father_alive_status text check (father_alive_status in ('HIDUP', 'MENINGGAL')),
      father_ktp text,
      father_education text,
      father_job text,
      father_phone text check (father_phone ~ '^\\+[1-9][0-9]{6,14}$'),
      father_income text,
      mother_name text check (length(mother_name) <= 100),
      mother_alive_status text check (mother_alive_status in ('HIDUP', 'MENINGGAL')),
      mother_ktp text,
      mother_education text,
      mother_job text,
      mother_phone text check (mother_phone ~ '^\\+[1-9][0-9]{6,14}$'),
      mother_income text,
      contact_phone text check (contact_phone ~ '^\\+[1-9][0-9]{6,14}$'),
      contact_phone_verified_at timestamptz,
      address text check (length(address) <= 500),
      kelurahan text check (length(kelurahan) <= 100),
      kecamatan text check (length(kecamatan) <= 100),
      kab_kota text check (length(kab_kota) <= 100),
      provinsi text check (length(provinsi) <= 100),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    comment on column parents.father_ktp is 'sealed';
    comment on column parents.father_income is 'sealed';
    comment on column parents.mother_ktp is 'sealed';
    comment on column parents.mother_income is 'sealed';

    create table contact_phone_codes (
      id uuid primary key,
      user_id uuid not null,
      phone text not null,
      salt bytea not null,
      code_hash bytea not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      voided_at timestamptz
    );
    create unique index contact_phone_codes_live on contact_phone_codes (user_id)
      where used_at is null and voided_at is null;
    create index contact_phone_codes_recent on contact_phone_codes (user_id, created_at);

    create table children (
      id uuid primary key,
      parent_id uuid not null references parents (id),
      full_name text not null check (length(full_name) between 1 and 100),
      nick_name text check (length(nick_name) <= 50),
      gender text check (gender in ('male', 'female')),
      birth_city text not null check (length(birth_city) between 1 and 100),
      birth_date date not null check (birth_date >= '1900-01-01'),
      nik text,
      nik_index text,
      sibling_count integer check (sibling_count between 0 and 30),
      blood_type text check (blood_type in ('A', 'B', 'O', 'AB')),
      address text check (length(address) <= 500),
      kelurahan text check (length(kelurahan) <= 100),
      kecamatan text check (length(kecamatan) <= 100),
      kab_kota text check (length(kab_kota) <= 100),
      provinsi text check (length(provinsi) <= 100),
      kk_number text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      check ((nik is null) = (nik_index is null))
    );
    comment on column children.nik is 'sealed';
    comment on column children.kk_number is 'sealed';
    -- One child of the foundation a NIK; equality is looked for by the blind index alone.
    create unique index children_nik on children (nik_index) where deleted_at is null;
    create index children_of_parent on children (parent_id, created_at, id) where deleted_at is null;

    create table consents (
      id uuid primary key,
      child_id uuid not null references children (id),
      user_id uuid not null,
      version text not null,
      address text not null,
      given_at timestamptz not null default now()
    );
    create index consents_of_child on consents (child_id);
  `);
  await refuseChanges(knex, 'consents');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table consents, children, contact_phone_codes, parents, accounts, outbox, processed_events, idempotency_keys',
  );
  await dropAuditTables(knex);
}
