import type { Db } from '@gerbang/service-kit/data/database';

/** Not one that a call answers as a refusal. */
const BROKEN = "using errcode = 'XX000'";

/**
 * Looks at every commit of admission whether its seats are exact: what is taken is what offers hold, and no more than the
 * limit. A seat is offered to the first of the list; an offer to another family names who decided it and why.
 */
export async function watchSeats(db: Db): Promise<void> {
  await db.raw(`
    create function watch_seats() returns trigger language plpgsql as $$
    declare
      pool record;
    begin
      select p.taken, p.offer_limit, count(o.id) as held into pool
      from seat_pools p left join offers o on o.pool_id = p.id and o.status <> 'released'
      where p.id = (case tg_table_name when 'offers' then to_jsonb(new) ->> 'pool_id' else to_jsonb(new) ->> 'id' end)::uuid
      group by p.id;
      if pool.taken <> pool.held or pool.held > pool.offer_limit then
        raise 'taken %, held %, limit %', pool.taken, pool.held, pool.offer_limit ${BROKEN};
      end if;
      return null;
    end $$;
    create constraint trigger watch_seats after insert or update on offers
      deferrable initially deferred for each row execute function watch_seats();
    create constraint trigger watch_seats after insert or update on seat_pools
      deferrable initially deferred for each row execute function watch_seats();

    create function watch_order() returns trigger language plpgsql as $$
    begin
      if exists (
        select from waitlist_entries w
        where w.pool_id = new.pool_id and w.status = 'waiting' and w.sort_key < new.sort_key
      ) and not exists (
        select from waitlist_events e
        where e.entry_id = new.id and e.cause = 'promoted' and e.note is not null and e.actor_name is not null
      ) then
        raise 'entry % was offered a seat out of order', new.id ${BROKEN};
      end if;
      return null;
    end $$;
    create constraint trigger watch_order after update on waitlist_entries
      deferrable initially deferred for each row when (old.status = 'waiting' and new.status = 'offered')
      execute function watch_order();
  `);
}

/** Looks at every commit of billing whether a seat is released beside a confirmation that counts. */
export async function watchAnswers(db: Db): Promise<void> {
  await db.raw(`
    create function watch_answers() returns trigger language plpgsql as $$
    begin
      if exists (
        select from seat_answers a join enrollment_confirmations c on c.registration_id = a.registration_id
        where a.registration_id = new.registration_id and a.answer = 'released' and c.status <> 'declined'
      ) then
        raise 'registration % is confirmed and its seat released', new.registration_id ${BROKEN};
      end if;
      return null;
    end $$;
    create constraint trigger watch_answers after insert or update on seat_answers
      deferrable initially deferred for each row execute function watch_answers();
    create constraint trigger watch_answers after insert or update on enrollment_confirmations
      deferrable initially deferred for each row execute function watch_answers();
  `);
}
