import type { CriteriaValues, Criterion, OwedPart } from '@gerbang/domain/waitlist';
import type { Prepared } from '@gerbang/service-kit/data/database';
import type { Tables } from '../../database.types.ts';
import type { OfferRecord } from '../record/offers.repository.ts';
import type { PoolRecord } from '../record/seat-pools.repository.ts';
import type { MoveRecord } from './list-numbers.repository.ts';

type Entry = Tables['waitlist_entries'];
type InJson<Row> = {
  readonly [F in keyof Row]: Row[F] extends Date | null ? string | Extract<Row[F], null> : Row[F];
};

/** Where a child waits; the numbers are of one moment, the last event that all numbers of the list are written for. */
export interface PlaceRecord
  extends Pick<Entry, 'joined_at' | 'confirmed_at' | 'asked_at'>,
    Pick<PoolRecord, 'jenjang' | 'kelas' | 'answer_days'> {
  readonly criteria: readonly Criterion[];
  readonly criteria_values: CriteriaValues;
  /** How many wait. */
  readonly of: number;
  /** Every number of the entry, the newest first. */
  readonly moves: readonly MoveRecord[];
  /** Null = nothing. */
  readonly owes: OwedPart | null;
}

/** What a registration has of seats and lists, the newest first. */
export interface SeatRecord {
  readonly offers: readonly InJson<
    Pick<OfferRecord, 'id' | 'status' | 'answer_until' | 'release_cause' | 'released_at'>
  >[];
  readonly ended: readonly {
    readonly status: Exclude<Entry['status'], 'waiting'>;
    readonly ended_at: string;
  }[];
  /** Null = it does not wait. */
  readonly place: PlaceRecord | null;
}

// One statement: numbers of two moments would not fit together.
const SEAT = `
  select
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'answer_until', o.answer_until,
        'release_cause', o.release_cause, 'released_at', o.released_at) order by o.created_at desc, o.id desc), '[]')
      from offers o where o.registration_id = r.id) as offers,
    (select coalesce(jsonb_agg(jsonb_build_object('status', e.status, 'ended_at', e.ended_at)), '[]')
      from waitlist_entries e where e.registration_id = r.id and e.status <> 'waiting') as ended,
    w.joined_at, w.confirmed_at, w.asked_at, w.criteria_values, p.jenjang, p.kelas, p.answer_days, p.criteria, u.waiting as of,
    case when r.payment_status <> 'verified' then 'fee' when exists (select from fee_differences d
      where d.registration_id = r.id and d.way = 'ask' and d.paid_at is null and d.ended_id is null) then 'difference' end as owes,
    (select jsonb_agg(to_jsonb(m) order by m.event_id desc) from (
      select n.event_id, n.at, n.position, n.of, v.cause, v.count, v.release_cause, v.priority,
        lag(n.position) over (order by n.event_id) as before
      from waitlist_positions n join waitlist_events v on v.id = n.event_id where n.entry_id = w.id) as m) as moves
  from registrations r
  left join waitlist_entries w on w.registration_id = r.id and w.status = 'waiting'
  left join seat_pools p on p.id = w.pool_id
  left join waitlist_numberings u on u.pool_id = p.id
  where r.id = $1 and ($2::uuid is null or r.deleted_at is null and exists (
    select from children c join parents f on f.id = c.parent_id where c.id = r.child_id and f.user_id = $2))`;

type Row = Pick<SeatRecord, 'offers' | 'ended'> &
  (
    | (Omit<PlaceRecord, 'moves'> & { readonly moves: readonly InJson<MoveRecord>[] | null })
    | { readonly joined_at: null }
  );

/** The seat of a registration or its place on a list; undefined where the account, if one is given, does not have it. */
export async function readSeatRecord(
  prepared: Prepared,
  registrationId: string,
  userId: string | null,
): Promise<SeatRecord | undefined> {
  const [row] = await prepared<Row>('seat_read', SEAT, [registrationId, userId]);
  if (!row) return undefined;
  const { offers, ended } = row;
  if (row.joined_at === null) return { offers, ended, place: null };
  const moves = (row.moves ?? []).map((move) => ({ ...move, at: new Date(move.at) }));
  return { offers, ended, place: { ...row, moves } };
}
