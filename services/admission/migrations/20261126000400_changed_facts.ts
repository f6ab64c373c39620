import type { Knex } from 'knex';

/**
 * Facts that a person compared with a document and that were typed anew since: what is to be compared again. A row ends with
 * the next tick of its fact, and with the next decision about its document.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table facts_changed (
      child_id uuid not null references children (id) on delete cascade,
      fact text not null,
      -- The document that it had been compared with.
      document_id uuid not null references child_documents (id) on delete cascade,
      at timestamptz not null default now(),
      primary key (child_id, fact)
    );
    create index facts_changed_of_document on facts_changed (document_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table facts_changed');
}
