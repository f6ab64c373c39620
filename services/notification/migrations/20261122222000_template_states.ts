import type { Knex } from 'knex';

/** What the provider last told of the message templates, and its warnings about the account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table message_templates (
      -- As it is registered, with its version.
      name text not null,
      language text not null,
      kind text not null,
      version integer not null,
      status text check (status in ('PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED')),
      reason text,
      status_at timestamptz,
      category text,
      category_at timestamptz,
      quality text,
      quality_at timestamptz,
      primary key (name, language)
    );
    create index message_templates_kind on message_templates (kind, version);

    create table account_warnings (
      event text primary key,
      detail text,
      told_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table account_warnings; drop table message_templates');
}
