import type { Knex } from 'knex';

/**
 * What a paid registration fee differs by after its level or year was corrected, and what finance decided about it. One that
 * the bank's money paid, or that was given back, stays when a later correction adds another; of the open ones a registration
 * has one at most.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table fee_differences (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      fee bigint not null check (fee >= 0),
      amount bigint not null check (amount <> 0),
      way text check (way in ('ask', 'leave', 'give_back')),
      reason text check (length(reason) <= 300),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      decided_at timestamptz,
      paid_at timestamptz,
      settled_on date,
      settled_by_line_id uuid,
      settled_by_pay_request_id uuid,
      -- The entry of the books that ended it: the fee is owed again, or the money of a paid one was taken back.
      ended_id uuid,
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      constraint fee_differences_way check (way is null or way = 'leave' or (way = 'ask') = (amount > 0)),
      constraint fee_differences_decided check ((way is null) = (decided_at is null)
        and (way is null) = (decided_by_id is null) and (way is null) = (decided_by_role is null)),
      constraint fee_differences_paid check (case when paid_at is null
        then num_nonnulls(settled_on, settled_by_line_id, settled_by_pay_request_id) = 0
        else way is not distinct from 'ask' and settled_on is not null
          and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1 end),
      constraint fee_differences_ended check ((ended_id is null) = (ended_at is null))
    );
    create unique index fee_differences_open on fee_differences (registration_id)
      where paid_at is null and ended_id is null and way is distinct from 'give_back';
    create index fee_differences_of on fee_differences (registration_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table fee_differences');
}
