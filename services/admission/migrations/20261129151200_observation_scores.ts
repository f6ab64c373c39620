import type { Knex } from 'knex';

/** One sheet of each assessor about a child, and what the sent ones say together, which outlives them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table observation_scores (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      rubric_id uuid not null references rubrics (id),
      assessor_id uuid not null,
      assessor_name text,
      scores jsonb not null default '{}',
      average numeric(4, 3) check (average between 1 and 4),
      recommendation text check (recommendation in ('disarankan', 'dipertimbangkan', 'tidak_disarankan')),
      notes text,
      status text not null check (status in ('draft', 'submitted')),
      submitted_at timestamptz,
      reopened_at timestamptz,
      reopened_by_id uuid,
      reopened_by_name text,
      reopen_reason text check (length(reopen_reason) <= 200),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (registration_id, assessor_id),
      constraint observation_scores_sent check (status = 'draft' or (average is not null and submitted_at is not null))
    );
    comment on column observation_scores.notes is 'sealed';
    create table observation_summaries (
      registration_id uuid primary key references registrations (id) on delete cascade,
      sheets integer not null check (sheets >= 0),
      average numeric(4, 3) check (average between 1 and 4),
      spread numeric(4, 3) check (spread between 0 and 3),
      recommendations jsonb not null default '{}',
      version integer not null default 1 check (version > 0)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table observation_summaries; drop table observation_scores;');
}
