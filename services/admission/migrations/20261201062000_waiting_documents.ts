import type { Knex } from 'knex';

/** How many documents wait is counted from indexes alone: of the documents, and of the registrations that ask for them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index child_documents_waiting;
    create index child_documents_waiting on child_documents (updated_at, id) include (child_id, type_id)
      where status = 'uploaded';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index child_documents_waiting;
    create index child_documents_waiting on child_documents (updated_at, id) where status = 'uploaded';
  `);
}
