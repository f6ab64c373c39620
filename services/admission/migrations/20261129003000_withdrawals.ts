import type { Knex } from 'knex';

const STAGES = `'registered', 'obs_scheduled', 'obs_attended', 'obs_not_attended', 'waiting_announcement', 'obs_done',
  'waitlisted', 'passed', 'failed', 'released', 'reenroll_required'`;

const stagesAre = (stages: string, ended: string) => `
  alter table registrations drop constraint registrations_current_stage_check;
  alter table registrations add constraint registrations_current_stage_check check (current_stage in (${stages}));
  alter table registration_stages drop constraint registration_stages_stage_check;
  alter table registration_stages add constraint registration_stages_stage_check check (stage in (${stages}));
  drop index registrations_live;
  create unique index registrations_live on registrations (child_id, academic_year)
    where deleted_at is null and current_stage not in (${ended});
`;

/**
 * Families that leave. What they would get back is kept as the rule gave it on that day.
 *
 * Contracts: the checks take one stage more than before, and registrations that left make room for new ones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${stagesAre(`${STAGES}, 'withdrawn'`, `'failed', 'released', 'withdrawn'`)}
    create table withdrawals (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      asked_by text not null check (asked_by in ('family', 'staff')),
      reason_code text not null check (reason_code in ('moving', 'other_school', 'cost', 'health', 'school_ended', 'other')),
      status text not null default 'done' check (status in ('requested', 'done', 'refused', 'cancelled')),
      refundable jsonb not null,
      -- What staff checked before they did it for the family.
      checked text[],
      by_id uuid not null,
      by_name text,
      by_role text not null,
      objected_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      constraint withdrawals_checked check ((asked_by = 'staff') = (checked is not null))
    );
    create unique index withdrawals_one on withdrawals (registration_id) where status in ('requested', 'done');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table withdrawals; ${stagesAre(STAGES, `'failed', 'released'`)}`);
}
