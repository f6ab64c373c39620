import type { Knex } from 'knex';

/** What staff noted of calls with a family. Notes are only added; they end with the family, or by their age. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table family_notes (
      id uuid primary key,
      user_id uuid not null,
      text text not null check (length(text) between 3 and 500),
      by_id uuid not null,
      by_name text,
      by_role text not null,
      at timestamptz not null default now()
    );
    comment on table family_notes is 'append-only';
    create index family_notes_of_family on family_notes (user_id, at);
    create index family_notes_oldest on family_notes (at);
    create trigger family_notes_append_only before delete or update or truncate on family_notes
      for each statement execute function rows_are_append_only();
    create trigger family_notes_not_erased before insert on family_notes
      for each row execute function family_is_not_erased();

    create function end_family_notes(wanted uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform set_config('gerbang.ending', 'on', true);
      delete from family_notes where id = any(wanted);
      perform set_config('gerbang.ending', '', true);
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function end_family_notes(uuid[]); drop table family_notes;');
}
