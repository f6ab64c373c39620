import type { Knex } from 'knex';

const kinds = (knex: Knex, list: string) =>
  knex.raw(`alter table throttles drop constraint throttles_kind_check,
    add constraint throttles_kind_check check (kind in (${list}))`);

const BEFORE = `'address', 'identifier', 'reset_address', 'device', 'devices', 'session', 'registration'`;

/** Requests to move an account whose number was lost, and the counter of tries to stop one. */
export async function up(knex: Knex): Promise<void> {
  await kinds(knex, `${BEFORE}, 'number_stop'`);
  await knex.raw(`
    create table number_requests (
      id uuid primary key,
      user_id uuid not null references users (id),
      phone text not null check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      -- The account's number at the opening; the request ends without a move where it is another one by then.
      old_phone text,
      checked text[] not null check (cardinality(checked) between 2 and 3
        and checked <@ array['email_proved', 'id_card_seen', 'registration_known']),
      status text not null default 'open'
        check (status in ('open', 'approved', 'moved', 'refused', 'stopped', 'failed')),
      opened_by uuid not null references users (id),
      opened_at timestamptz not null default now(),
      decided_by uuid references users (id),
      decided_at timestamptz,
      note text check (length(note) <= 500),
      counts_at timestamptz,
      -- A keyed hash of what the message to the old number carries.
      stop_hash bytea unique,
      ended_at timestamptz,
      failure text check (failure in ('phone_taken', 'number_changed')),
      check (decided_by <> opened_by and decided_by <> user_id and opened_by <> user_id),
      check ((status = 'open') = (decided_by is null)),
      check ((status = 'approved') = (stop_hash is not null)),
      check ((status in ('open', 'approved')) = (ended_at is null)),
      check ((status = 'failed') = (failure is not null))
    );
    create unique index number_requests_live on number_requests (user_id) where status in ('open', 'approved');
    create index number_requests_user on number_requests (user_id);
    create index number_requests_newest on number_requests (opened_at, id);
    create index number_requests_due on number_requests (counts_at) where status = 'approved';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table number_requests; delete from throttles where kind = 'number_stop'`);
  await kinds(knex, BEFORE);
}
