import type { Knex } from 'knex';

/**
 * Up to which event the numbers of each waiting list are written: who leaves a list leaves it at once, and the numbers of
 * all behind follow outside that transaction. An entry keeps the event by which it left, so that the numbers can be counted
 * as of each event. Programs of the release before write their numbers themselves and leave that column empty.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table waitlist_entries add column ended_event bigint references waitlist_events (id);
    create index waitlist_entries_ended on waitlist_entries (pool_id, ended_event) where ended_event is not null;

    create table waitlist_numberings (
      pool_id uuid primary key references seat_pools (id),
      event_id bigint not null default 0,
      -- How many waited at that event.
      waiting integer not null default 0 check (waiting >= 0)
    );
    insert into waitlist_numberings (pool_id, event_id, waiting)
    select p.id, coalesce((select max(e.id) from waitlist_events e where e.pool_id = p.id), 0),
      (select count(*) from waitlist_entries w where w.pool_id = p.id and w.status = 'waiting')
    from seat_pools p;

    create function number_new_list() returns trigger language plpgsql as $$
    begin
      insert into waitlist_numberings (pool_id) values (new.id);
      return null;
    end $$;
    create trigger seat_pools_numbered after insert on seat_pools for each row execute function number_new_list();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger seat_pools_numbered on seat_pools;
    drop function number_new_list();
    drop table waitlist_numberings;
    alter table waitlist_entries drop column ended_event;
  `);
}
