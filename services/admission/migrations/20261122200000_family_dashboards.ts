import { JENJANG } from '@gerbang/domain/levels';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Tables that a dashboard shows, and the family of a row of each as SQL over `one`. */
const FAMILY_OF = {
  parents: 'select one.user_id',
  children: 'select user_id from parents where id = one.parent_id',
  registrations:
    'select p.user_id from children c join parents p on p.id = c.parent_id where c.id = one.child_id',
  published_results: `select p.user_id from registrations r join children c on c.id = r.child_id
    join parents p on p.id = c.parent_id where r.id = one.registration_id`,
} as const;

/** At the commit and not earlier: so the family's row is the last lock of every transaction, and no two wait in a circle. */
const noting = (table: string, family: string) => `
  create function note_${table}() returns trigger language plpgsql as $$
  declare
    one ${table};
  begin
    if tg_op = 'DELETE' then one := old; else one := new; end if;
    perform note_family((${family}));
    return null;
  end $$;
  create constraint trigger ${table}_on_dashboard after insert or update or delete on ${table}
    deferrable initially deferred for each row execute function note_${table}();`;

/**
 * The read model of the parent's dashboard, one row a family. Triggers count the changes of everything that it shows and
 * empty the stored answer in the same transaction, programs of the release before included; the next read fills it again,
 * under the number of changes that it has seen. Beside it what announcement published, as families read it, and what
 * billing's events say of a family's dues.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table family_dashboards (
      user_id uuid primary key,
      changes bigint not null default 0,
      body text,
      -- Which release's form the answer has.
      shape integer,
      -- Whether a result can be published, or was, that is not here.
      awaits_results boolean,
      -- Whether a child is accepted: before that there is nothing to confirm and to pay.
      accepted boolean,
      dues jsonb,
      dues_version bigint,
      -- Unread messages, once there is an inbox that counts them.
      unread integer check (unread >= 0)
    ) with (fillfactor = 70);
    insert into family_dashboards (user_id)
      select id from accounts where role = 'wali_murid' union select user_id from parents;

    -- Until which moment billing has told all its changes.
    create table dues_feed (
      one boolean primary key default true check (one),
      complete_at timestamptz not null
    );

    create table published_announcements (
      id uuid primary key,
      title text not null,
      content text not null,
      observation_period text not null,
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      published_at timestamptz not null
    );
    create table published_results (
      id uuid primary key,
      announcement_id uuid not null references published_announcements (id),
      registration_id uuid not null references registrations (id) on delete cascade,
      result text not null check (result in ('passed', 'failed')),
      individual_note text
    );
    create index published_results_of on published_results (registration_id);
    create index published_results_by_announcement on published_results (announcement_id);

    -- What checks found wrong in copies and mended.
    create table dashboard_repairs (
      id bigint primary key generated always as identity,
      area text not null check (area in ('admission', 'announcement', 'billing')),
      found integer not null,
      at timestamptz not null default now()
    );

    create function note_family(wanted uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if wanted is null then return; end if;
      insert into family_dashboards as f (user_id, changes) values (wanted, 1)
      on conflict (user_id) do update set changes = f.changes + 1, body = null;
    end $$;

    create function note_accounts() returns trigger language plpgsql as $$
    begin
      perform note_family(new.id);
      return null;
    end $$;
    create constraint trigger accounts_new_on_dashboard after insert on accounts
      deferrable initially deferred for each row when (new.role = 'wali_murid') execute function note_accounts();
    create constraint trigger accounts_on_dashboard after update on accounts
      deferrable initially deferred for each row
      when (old.phone_verified is distinct from new.phone_verified) execute function note_accounts();

    create function note_published_announcements() returns trigger language plpgsql as $$
    begin
      perform note_family(p.user_id) from published_results s join registrations r on r.id = s.registration_id
        join children c on c.id = r.child_id join parents p on p.id = c.parent_id
        where s.announcement_id = new.id order by p.user_id;
      return null;
    end $$;
    create constraint trigger published_announcements_on_dashboard after update on published_announcements
      deferrable initially deferred for each row execute function note_published_announcements();
  `);
  for (const [table, family] of Object.entries(FAMILY_OF)) await knex.raw(noting(table, family));
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['parents', 'children', 'registrations', 'accounts']) {
    await knex.raw(`drop trigger ${table}_on_dashboard on ${table}; drop function note_${table}() cascade`);
  }
  await knex.raw(`
    drop table dashboard_repairs, published_results, published_announcements, dues_feed, family_dashboards;
    drop function note_published_results(), note_published_announcements(), note_family(uuid);
  `);
}
