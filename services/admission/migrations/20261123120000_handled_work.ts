import { createHandledWork } from '@gerbang/service-kit/data/handled-work';
import type { Knex } from 'knex';

/** Proofs of fees that staff have decided, with the time since the family's last one, for the report of work. */
export async function up(knex: Knex): Promise<void> {
  await createHandledWork(knex);
  await knex.raw(`
    create function handled_proof(decided registration_payment_events) returns setof handled_work
    language sql stable as $$
      select jakarta_day(decided.at), 'proof', r.academic_year, r.jenjang,
        (extract(epoch from decided.at - sent.at) / 60)::integer, decided.actor_id, decided.actor_role
      from registrations r
      cross join lateral (select max(e.at) as at from registration_payment_events e
        where e.registration_id = r.id and e.to_status = 'paid' and e.at <= decided.at) sent
      where r.id = decided.registration_id and sent.at is not null
        and decided.from_status = 'paid' and decided.to_status in ('verified', 'rejected')
        and decided.actor_role not in ('wali_murid', 'system')
    $$;
    create function count_handled_proof() returns trigger language plpgsql as $$
    begin
      insert into handled_work select * from handled_proof(new);
      return null;
    end $$;
    create trigger payment_events_handled after insert on registration_payment_events
      for each row when (new.from_status = 'paid') execute function count_handled_proof();

    -- The trigger's lock keeps writers out until this transaction ends, so nothing is counted twice.
    insert into handled_work
      select w.* from registration_payment_events e cross join lateral handled_proof(e) w where e.from_status = 'paid';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger payment_events_handled on registration_payment_events;
    drop function count_handled_proof();
    drop function handled_proof(registration_payment_events);
    drop table handled_work;
  `);
}
