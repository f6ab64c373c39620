import type { Knex } from 'knex';

/** What the school has typed for a family and the family has not checked, and the tries of members of staff at the counter. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entered_sections (
      user_id uuid not null,
      key text not null check (key ~ '^(profile|(child|registration):[0-9a-f-]{36})$'),
      entered_by_id uuid not null,
      entered_by_name text,
      entered_by_role text not null,
      entered_at timestamptz not null default now(),
      confirmed_at timestamptz,
      primary key (user_id, key)
    );
    create index entered_sections_unchecked on entered_sections (entered_at) where confirmed_at is null;
    create function note_entered() returns trigger language plpgsql as $$
    begin
      perform note_family(coalesce(new.user_id, old.user_id));
      return null;
    end $$;
    create constraint trigger entered_on_dashboard after insert or update or delete on entered_sections
      deferrable initially deferred for each row execute function note_entered();
    create table counter_limits (
      staff_id uuid not null,
      kind text not null check (kind in ('search', 'wrong')),
      count integer not null check (count >= 0),
      window_started_at timestamptz not null default now(),
      primary key (staff_id, kind)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table counter_limits, entered_sections; drop function note_entered()');
}
