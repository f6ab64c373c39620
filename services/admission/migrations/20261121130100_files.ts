import type { Knex } from 'knex';

/**
 * Files: the row comes after the bytes are safely stored; unattached ones are swept after a day. `family_user_id` is
 * the account of the family whose record the file belongs to: who may read it is in the query.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table files (
      id uuid primary key,
      uploader_id uuid not null,
      uploader_role text not null,
      purpose text not null check (purpose in ('payment_evidence', 'stage_attachment')),
      name text not null check (length(name) between 1 and 150),
      media_type text not null,
      size integer not null check (size > 0),
      created_at timestamptz not null default now(),
      attached_at timestamptz,
      attached_to text check (attached_to in ('registration_payment', 'registration_stage', 'invoice_payment')),
      record_id uuid,
      family_user_id uuid,
      check ((attached_at is null) = (attached_to is null)),
      check ((attached_at is null) = (record_id is null))
    );
    create index files_unattached on files (created_at) where attached_at is null;
    create index files_of_uploader on files (uploader_id, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table files');
}
