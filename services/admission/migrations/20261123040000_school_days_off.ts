import type { Knex } from 'knex';

/**
 * Days without school, and suggestions that an import brought. A suggestion is no day off: nothing but the list for staff
 * reads its table, and the row goes when a person adds the day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table school_days_off (
      id uuid primary key,
      day date not null constraint school_days_off_day unique,
      name text not null check (length(name) between 1 and 100),
      kind text not null check (kind in ('national', 'joint_leave', 'school')),
      source text not null check (source in ('suggested', 'typed')),
      created_by_id uuid not null,
      created_by_name text,
      created_at timestamptz not null default now()
    );
    create table school_day_suggestions (
      day date primary key,
      name text not null check (length(name) between 1 and 100),
      kind text not null check (kind in ('national', 'joint_leave', 'school')),
      created_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table school_day_suggestions; drop table school_days_off;');
}
