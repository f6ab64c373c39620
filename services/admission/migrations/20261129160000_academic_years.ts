import type { Knex } from 'knex';

/** School years as rows. Those that families can choose are open; others that a registration names are planned. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table academic_years (
      id uuid primary key default gen_random_uuid(),
      label text not null unique check (label ~ '^20[0-9][0-9]/20[0-9][0-9]$'),
      state text not null default 'planned' check (state in ('planned', 'open', 'closed', 'archived')),
      starts_on date not null,
      opened_at timestamptz check (opened_at is not null or state = 'planned'),
      opened_by_id uuid,
      opened_by_name text,
      closed_at timestamptz check (closed_at is not null or state not in ('closed', 'archived')),
      closed_by_id uuid,
      closed_by_name text,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    insert into academic_years (label, state, starts_on, opened_at)
    select y.label, 'open', make_date(left(y.label, 4)::int, 7, 1), coalesce(
      (select min(v.activated_at) from school_versions v where v.settings -> 'academic_years' @> to_jsonb(y.label)),
      now()
    )
    from school_versions v cross join jsonb_array_elements_text(v.settings -> 'academic_years') y(label)
    where v.status = 'active'
    on conflict do nothing;
    insert into academic_years (label, starts_on)
    select distinct academic_year, make_date(left(academic_year, 4)::int, 7, 1) from registrations
    on conflict do nothing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table academic_years');
}
