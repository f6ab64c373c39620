import type { Knex } from 'knex';

/** What families say for Dapodik beside their data, of a child or of its parents, and when they were asked for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table dapodik_answers (
      id uuid primary key,
      child_id uuid unique references children (id) on delete cascade,
      parent_id uuid unique references parents (id) on delete cascade,
      answers text not null,
      updated_at timestamptz not null default now(),
      constraint dapodik_answers_of_one check (num_nonnulls(child_id, parent_id) = 1)
    );
    comment on column dapodik_answers.answers is 'sealed';
    create table dapodik_asks (
      parent_id uuid primary key references parents (id) on delete cascade,
      asked_at timestamptz not null,
      asked_by_id uuid not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table dapodik_asks, dapodik_answers');
}
