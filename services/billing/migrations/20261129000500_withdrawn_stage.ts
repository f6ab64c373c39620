import type { Knex } from 'knex';

const stagesAre = (stages: string) => `
  alter table registrations drop constraint registrations_current_stage_check;
  alter table registrations add constraint registrations_current_stage_check check (current_stage in (${stages}));
`;
const STAGES = `'registered', 'obs_scheduled', 'obs_attended', 'obs_not_attended', 'waiting_announcement', 'obs_done',
  'waitlisted', 'passed', 'failed', 'released', 'reenroll_required'`;

/**
 * Families leave: their copies say so.
 *
 * Contracts: the check takes one stage more than before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(stagesAre(`${STAGES}, 'withdrawn'`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(stagesAre(STAGES));
}
