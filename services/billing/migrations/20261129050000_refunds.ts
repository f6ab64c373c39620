import type { Knex } from 'knex';

/**
 * Money that goes back to families: its refunds with their history, and the ledger of what was given back by line, which only
 * grows by contra entries. No line gives back more than it has verified, whatever comes first.
 *
 * Contracts: the kinds of counted documents grew; a program of the release before counts none of the new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table document_counters drop constraint document_counters_kind_check,
      add constraint document_counters_kind_check check (kind in ('INV', 'KW', 'KP', 'SK', 'PD'));

    create table refunds (
      id uuid primary key,
      number text not null unique check (number ~ '^PD-[0-9]{4}-[0-9]{6,}$'),
      registration_id uuid not null references registrations (id),
      cause text not null check (cause in ('withdrawal', 'overpaid', 'wrong_target', 'duplicate', 'goodwill')),
      lines jsonb not null check (jsonb_array_length(lines) > 0),
      deduct bigint not null default 0 check (deduct >= 0),
      total bigint not null check (total > 0),
      account text,
      status text not null default 'draft'
        check (status in ('draft', 'requested', 'approved', 'paid', 'moved', 'declined', 'cancelled')),
      reason text check (length(reason) between 10 and 300),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now()
    );
    comment on column refunds.account is 'sealed';
    create index refunds_newest on refunds (created_at, id);
    create index refunds_of_registration on refunds (registration_id);
    create trigger refunds_kept before delete or truncate on refunds
      for each statement execute function rows_are_kept();

    create function refund_stays() returns trigger language plpgsql as $$
    declare
      texts text[] := '{account,reason}';
      steps text[] := '{account,reason,status,version}';
      figures text[] := '{account,reason,status,version,lines,deduct,total}';
    begin
      -- Sealing with another key, and the end of what people wrote, say nothing new.
      if to_jsonb(new) - texts = to_jsonb(old) - texts and new.version = old.version then
        return new;
      end if;
      if new.version <> old.version + 1
        or (old.status, new.status) not in (('draft', 'draft'), ('draft', 'requested'), ('draft', 'cancelled'),
          ('requested', 'requested'), ('requested', 'approved'), ('requested', 'declined'), ('requested', 'cancelled'),
          ('approved', 'requested'), ('approved', 'approved'), ('approved', 'paid'), ('approved', 'moved'),
          ('approved', 'cancelled'))
        or to_jsonb(new) - (case when old.status in ('draft', 'requested') and new.status = old.status
            then figures else steps end)
          is distinct from
          to_jsonb(old) - (case when old.status in ('draft', 'requested') and new.status = old.status
            then figures else steps end) then
        raise exception 'this change of a refund is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger refunds_stay before update on refunds for each row execute function refund_stays();

    create table refund_events (
      id uuid primary key,
      refund_id uuid not null references refunds (id),
      version integer not null check (version > 0),
      step text not null check (step in ('begun', 'edited', 'account', 'requested', 'approved', 'paid', 'moved',
        'declined', 'cancelled', 'objected')),
      actor_id uuid,
      actor_name text,
      actor_role text,
      reason text,
      at timestamptz not null default now(),
      unique (refund_id, version)
    );
    create trigger refund_events_kept before delete or truncate on refund_events
      for each statement execute function rows_are_kept();
    create function refund_event_stays() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - 'reason' is distinct from to_jsonb(old) - 'reason' then
        raise exception 'the history of a refund never changes' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger refund_events_stay before update on refund_events
      for each row execute function refund_event_stays();

    create function refund_has_history() returns trigger language plpgsql as $$
    begin
      if not exists (select from refund_events where refund_id = new.id and version = new.version) then
        raise exception 'version % of refund % has no history', new.version, new.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger refunds_history after insert or update on refunds deferrable initially deferred
      for each row execute function refund_has_history();
  `);
}

/** Only where none was begun. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table refund_events;
    drop table refunds;
    drop function refund_stays();
    drop function refund_event_stays();
    drop function refund_has_history();
    alter table document_counters drop constraint document_counters_kind_check,
      add constraint document_counters_kind_check check (kind in ('INV', 'KW', 'KP', 'SK'));
  `);
}
