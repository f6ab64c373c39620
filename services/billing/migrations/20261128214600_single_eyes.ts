import type { Knex } from 'knex';

/** A foundation with one person agrees to its own changes of money (`FOUR_EYES`); who is a second person is the program's rule. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table money_requests drop constraint money_requests_second');
}

/** Only where no request was agreed to by the person who asked. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table money_requests add constraint money_requests_second
    check (status not in ('approved', 'failed') or decided_by_id <> asked_by_id)`);
}
