import type { Knex } from 'knex';

/** Up to which decision a child's family knows how its documents are, and who was reminded of what is missing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table document_notices (
      child_id uuid primary key references children (id) on delete cascade,
      -- The newest decision of which the family was told.
      told_at timestamptz not null
    );
    create table document_reminders (
      registration_id uuid primary key references registrations (id) on delete cascade,
      asked_at timestamptz not null,
      -- Null until the worker has looked at it, which it does by day.
      done_at timestamptz
    );
    create index document_reminders_waiting on document_reminders (asked_at) where done_at is null;
    create index child_documents_decided on child_documents (updated_at)
      where status in ('approved', 'returned', 'waived', 'seen');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index child_documents_decided;
    drop table document_notices, document_reminders;
  `);
}
