import type { Knex } from 'knex';

/**
 * Cash of a registration fee in a drawer, from before admission verifies the fee or takes it back; it is booked by admission's
 * event. A drawer that keeps such cash is not closed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table cash_fees (
      id uuid primary key,
      drawer_id uuid not null references drawers (id),
      registration_id uuid not null,
      amount bigint not null check (amount <> 0),
      -- Of a request that a second person has agreed to: only admission's refusal takes it away.
      asked boolean not null default false,
      booking_id uuid unique references cash_bookings (id),
      at timestamptz not null default now()
    );
    create index cash_fees_held on cash_fees (drawer_id) where booking_id is null;
    create index cash_fees_of on cash_fees (registration_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table cash_fees');
}
