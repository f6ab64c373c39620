import type { Knex } from 'knex';
import { addFirstRubrics } from '../src/rubrics/first-rubrics.repository.ts';

/** What assessors look at, by level; only drafts change, and one a level is active. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table rubrics (
      id uuid primary key,
      jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
      version_no integer not null check (version_no > 0),
      title text not null check (length(title) between 1 and 120),
      items jsonb not null check (jsonb_array_length(items) between 1 and 30),
      status text not null default 'draft' check (status in ('draft', 'active', 'retired')),
      flagged_words jsonb not null default '[]',
      confirmed_by_id uuid,
      confirmed_by_name text,
      created_by_id uuid,
      created_by_name text,
      activated_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (jenjang, version_no)
    );
    create unique index rubrics_active on rubrics (jenjang) where status = 'active';
    create function rubrics_keep_content() returns trigger language plpgsql as $$
    begin
      if old.status <> 'draft' and (tg_op = 'DELETE' or new.status = 'draft'
        or (old.items, old.title, old.jenjang, old.version_no) is distinct from
          (new.items, new.title, new.jenjang, new.version_no)) then
        raise exception 'a rubric that was activated does not change' using errcode = 'insufficient_privilege';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$;
    create trigger rubrics_keep_content before update or delete on rubrics
      for each row execute function rubrics_keep_content();
  `);
  await addFirstRubrics(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rubrics; drop function rubrics_keep_content();');
}
