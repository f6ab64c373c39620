import type { Knex } from 'knex';

/**
 * The newest offer of a seat in the copies of registrations, and what billing answered when a seat was to be released. A
 * released one stays released: no confirmation follows it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations add column seat jsonb;

    create table seat_answers (
      offer_id uuid primary key,
      registration_id uuid not null references registrations (id),
      -- Of the offer, as it was asked.
      version integer not null check (version > 0),
      answer text not null check (answer in ('released', 'confirmed', 'paid')),
      at timestamptz not null default now()
    );

    create function seat_stays_released() returns trigger language plpgsql as $$
    begin
      if old.answer = 'released' or new.version <= old.version
        or (new.offer_id, new.registration_id) is distinct from (old.offer_id, old.registration_id) then
        raise exception 'this change of an answer about a seat is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger seat_answers_stay before update on seat_answers
      for each row execute function seat_stays_released();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table seat_answers;
    drop function seat_stays_released();
    alter table registrations drop column seat;
  `);
}
