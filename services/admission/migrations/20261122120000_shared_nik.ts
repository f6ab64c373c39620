import type { Knex } from 'knex';

/**
 * Two children may have one NIK: a refusal would tell a stranger that the number is known here. Staff see both marked.
 * What an account enters is counted instead.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index children_nik;
    create index children_nik on children (nik_index) where deleted_at is null and nik_index is not null;
    create table nik_entries (
      child_id uuid not null references children (id) on delete cascade,
      user_id uuid not null,
      at timestamptz not null default now()
    );
    create index nik_entries_recent on nik_entries (user_id, at);
    create index nik_entries_child on nik_entries (child_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table nik_entries;
    drop index children_nik;
    create unique index children_nik on children (nik_index) where deleted_at is null;
  `);
}
