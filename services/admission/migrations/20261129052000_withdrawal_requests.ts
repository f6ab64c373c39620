import type { Knex } from 'knex';

/**
 * Families ask to leave once their re-enrolment is processed: the school decides, and says why.
 *
 * Contracts: the check is about new columns alone, and rows of the release before have none of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table withdrawals
      add column note text check (length(note) between 1 and 300),
      add column decided_by_id uuid,
      add column decided_by_name text,
      add column decided_by_role text,
      add column decided_reason text check (length(decided_reason) between 5 and 300),
      add column decided_at timestamptz,
      add constraint withdrawals_decided check ((decided_by_id is null) = (decided_at is null)
        and (decided_by_id is null) = (decided_by_role is null) and (decided_by_id is null) = (decided_reason is null)
        and (decided_by_id is null or status in ('done', 'refused')) and (decided_by_id is not null or status <> 'refused'));
    create index withdrawals_newest on withdrawals (created_at, id);
    create index withdrawals_of on withdrawals (registration_id, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index withdrawals_newest;
    drop index withdrawals_of;
    alter table withdrawals drop column note, drop column decided_by_id cascade, drop column decided_by_name,
      drop column decided_by_role, drop column decided_reason, drop column decided_at;
  `);
}
