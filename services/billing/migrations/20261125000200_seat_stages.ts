import { STAGES } from '@gerbang/domain/registration-stages';
import type { Knex } from 'knex';

const recheck = (stages: readonly string[]) => `
  alter table registrations drop constraint registrations_current_stage_check;
  alter table registrations add constraint registrations_current_stage_check
    check (current_stage in (${stages.map((stage) => `'${stage}'`).join(', ')})) not valid;
  alter table registrations validate constraint registrations_current_stage_check;`;

/**
 * The stages of a child on the waiting list, and of one whose seat was released.
 * Contracts: the check allows more than before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(recheck(STAGES));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update registrations set current_stage = 'waiting_announcement' where current_stage = 'waitlisted';
    update registrations set current_stage = 'failed' where current_stage = 'released';
  `);
  await knex.raw(recheck(STAGES.filter((stage) => stage !== 'waitlisted' && stage !== 'released')));
}
