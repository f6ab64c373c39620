import type { Knex } from 'knex';

/**
 * The registrations whose fees one slip was sent for, where there are several; a slip of one fee has no row. The file goes
 * with the last of them. Programs of the release before know files of one record alone: they show such a slip with each
 * fee, and an erasure of one of its registrations waits for this release.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table slip_fees (
      file_id uuid not null references files (id) on delete cascade,
      registration_id uuid not null references registrations (id) on delete cascade,
      primary key (file_id, registration_id)
    );
    create index slip_fees_of_registration on slip_fees (registration_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table slip_fees');
}
