import type { Db } from '@gerbang/service-kit/data/database';

/** The place that a registration has of its network's hour, or how long it waits for one. */
export interface Place {
  /** When the hour of the place began, to the microsecond; null where none was left. */
  readonly began: string | null;
  /** Seconds until the network has places again. */
  readonly wait: number;
}

/** Places given back count as well, so that proved numbers are no way around the limit. */
const CEILING = 10;

/**
 * SQL of `place`: takes a place of the network's hour while there is one. A registration that was refused takes none, so that
 * trying again does not use up the places that proved numbers give back. The school's number of a day only widens the limit.
 */
export const takePlace = ({ network, most, day }: Readonly<Record<'network' | 'most' | 'day', string>>) => `
  allowed as (
    select greatest(${most}::bigint, max((named ->> 'families')::int)) as most
    from school, jsonb_array_elements(settings -> 'registration_days') as named where named ->> 'day' = ${day}
  ), taken_place as (
    insert into throttles as t (kind, key, count) values ('registration', ${network}, 1)
    on conflict (kind, key) do update set
      count = case when t.window_started_at <= now() - interval '1 hour' then 1 else t.count + 1 end,
      given_back = case when t.window_started_at <= now() - interval '1 hour' then 0 else t.given_back end,
      window_started_at =
        case when t.window_started_at <= now() - interval '1 hour' then now() else t.window_started_at end,
      last_at = now()
    where t.window_started_at <= now() - interval '1 hour' or (
      t.count < (select most from allowed) and t.count + t.given_back < ${CEILING} * (select most from allowed))
    returning window_started_at
  ), place as (
    select (select window_started_at::text from taken_place) as began, coalesce(
      (select greatest(ceil(extract(epoch from window_started_at + interval '1 hour' - clock_timestamp())), 1)::int
       from throttles where kind = 'registration' and key = ${network}), 3600) as wait
  )`;

/** Gives the place back that an account still holds of its network, because its number is proved now. */
export async function giveBackPlace(trx: Db, userId: string): Promise<void> {
  await trx.raw(
    `with place as (delete from registration_places where user_id = ? returning network, window_started_at)
     update throttles as t set count = t.count - 1, given_back = t.given_back + 1 from place
     where t.kind = 'registration' and t.key = place.network and t.window_started_at = place.window_started_at
       and t.count > 0`,
    [userId],
  );
}
