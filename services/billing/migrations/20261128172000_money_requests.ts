import type { Knex } from 'knex';

/** Changes of money that a second person has to agree to. What was asked never changes; one waits for a subject at a time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table money_requests (
      id uuid primary key,
      kind text not null check (kind in ('payment_reversal', 'fee_reversal', 'scheme_revision', 'line_release')),
      subject_id uuid not null,
      registration_ids uuid[] not null,
      amount bigint not null check (amount >= 0),
      reason text not null check (length(reason) between 10 and 300),
      -- Both sides as they are shown, and what carrying it out needs beside the subject.
      figures jsonb not null,
      terms jsonb not null,
      status text not null default 'waits' check (status in ('waits', 'approved', 'withdrawn', 'failed')),
      asked_by_id uuid not null,
      asked_by_name text,
      asked_by_role text not null,
      asked_at timestamptz not null default now(),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      decided_at timestamptz,
      version integer not null default 1 check (version > 0),
      constraint money_requests_decided check ((status = 'waits') = (decided_at is null) and (decided_at is null) =
        (decided_by_id is null)),
      constraint money_requests_second check (status not in ('approved', 'failed') or decided_by_id <> asked_by_id)
    );
    create unique index money_requests_waiting on money_requests (subject_id) where status = 'waits';
    create index money_requests_newest on money_requests (asked_at, id);
    create index money_requests_of_registration on money_requests using gin (registration_ids);

    create function money_request_stays() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - '{reason,status,version,decided_by_id,decided_by_name,decided_by_role,decided_at}'::text[])
          is distinct from
         (to_jsonb(old) - '{reason,status,version,decided_by_id,decided_by_name,decided_by_role,decided_at}'::text[])
        or new.version <> old.version + (new.status <> old.status)::integer
        or (old.status, new.status) not in (('waits', 'waits'), ('waits', 'approved'), ('waits', 'withdrawn'),
          ('approved', 'approved'), ('approved', 'failed'), ('withdrawn', 'withdrawn'), ('failed', 'failed')) then
        raise exception 'this change of a request is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger money_requests_stay before update on money_requests
      for each row execute function money_request_stays();
    create trigger money_requests_kept before truncate on money_requests
      for each statement execute function rows_are_kept();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table money_requests; drop function money_request_stays()');
}
