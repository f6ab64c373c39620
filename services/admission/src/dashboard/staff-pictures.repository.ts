import type { AdmissionArea } from '@gerbang/contracts/dashboard';
import { RECENT } from '@gerbang/contracts/recent-events';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays, startOf } from '@gerbang/domain/reports';
import type { StaffTaskKind } from '@gerbang/domain/staff-tasks';
import type { Db } from '@gerbang/service-kit/data/database';
import { isSystem } from '../registration-record/system-actor.ts';
import type { Cell } from '../registration-record/registration-counts.repository.ts';

type Staff = NonNullable<AdmissionArea['staff']>;
type Recent = NonNullable<Staff['recent']>;

/** What a state gained on a day. */
export interface DayChange extends Cell {
  readonly day: string;
}

const WEEK_DAYS = 7;

/** The net changes of the last six days and today by state. */
export async function recentChanges(db: Db, today: string): Promise<DayChange[]> {
  return db('registration_days')
    .where('day', '>', addDays(today, -WEEK_DAYS))
    .groupBy('day', 'payment_status', 'current_stage')
    .select<DayChange[]>('day', 'payment_status', 'current_stage', db.raw('sum(n)::bigint as n'));
}

/** The length of a queue at the end of each of the last seven days, from its present length and the changes since. */
export function weekOf(count: number, changes: readonly DayChange[], today: string): number[] {
  return Array.from({ length: WEEK_DAYS }, (_none, at) => {
    const day = addDays(today, at - WEEK_DAYS + 1);
    return changes.filter((one) => one.day > day).reduce((sum, { n }) => sum - n, count);
  });
}

const PROOF = `select e.at from registration_payment_events e where e.registration_id = r.id order by e.at desc limit 1`;
const STAGE = `select s.reached_at as at from registration_stages s where s.registration_id = r.id
  order by s.reached_at desc limit 1`;

const oldest = (where: string, since: string) =>
  `select min(since.at) as at from registrations r cross join lateral (${since}) since
   where r.deleted_at is null and ${where}`;

/** Since when the longest of each queue waits. */
const OLDEST: Readonly<Partial<Record<StaffTaskKind, string>>> = {
  fees_unpaid: `select min(created_at) as at from registrations where deleted_at is null and payment_status = 'pending'`,
  fees_to_verify: oldest(`r.payment_status = 'paid'`, PROOF),
  fees_rejected: oldest(`r.payment_status = 'rejected'`, PROOF),
  to_schedule: oldest(`r.payment_status = 'verified' and r.current_stage = 'registered'`, PROOF),
  to_send_on: oldest(`r.current_stage = 'obs_attended'`, STAGE),
  absent: oldest(`r.current_stage = 'obs_not_attended'`, STAGE),
  waiting_announcement: oldest(`r.current_stage = 'waiting_announcement'`, STAGE),
};

/** The moments since which the longest of these queues wait, ISO; null where none does. */
export async function oldestOf(
  db: Db,
  kinds: readonly StaffTaskKind[],
): Promise<Partial<Record<StaffTaskKind, string | null>>> {
  const known = kinds.flatMap((kind) => {
    const query = OLDEST[kind];
    return query === undefined ? [] : [{ kind, query }];
  });
  if (known.length === 0) return {};
  const { rows } = await db.raw(`select ${known.map(({ kind, query }) => `(${query}) as ${kind}`).join()}`);
  const row = (rows as Record<string, Date | null>[])[0] ?? {};
  return Object.fromEntries(
    known.map(({ kind }) => [kind, row[kind] ? new Date(row[kind]).toISOString() : null]),
  );
}

const midnight = (day: string) => `${day}T00:00:00+07:00`;
const SLOT_DAY = `(starts_at at time zone 'Asia/Jakarta')::date`;

/** The observations of this week's days, Monday to Saturday, with the places of their published slots. */
export async function observationsOfWeek(db: Db, now: Date): Promise<NonNullable<Staff['observations']>> {
  const monday = startOf('week', jakartaDay(now));
  const days = Array.from({ length: 6 }, (_none, at) => addDays(monday, at));
  const [children, slots] = await Promise.all([
    db('registrations')
      .whereNull('deleted_at')
      .whereBetween('observation_date', [monday, addDays(monday, 5)])
      .groupBy('observation_date')
      .select<{ day: string; count: number }[]>('observation_date as day', db.raw('count(*) as count')),
    db('observation_slots')
      .where({ published: true })
      .whereNull('cancelled_at')
      .where('starts_at', '>=', midnight(monday))
      .where('starts_at', '<', midnight(addDays(monday, 6)))
      .groupByRaw(SLOT_DAY)
      .select<{ day: string; places: number }[]>(db.raw(`${SLOT_DAY} as day, sum(capacity)::int as places`)),
  ]);
  return days.map((day) => {
    const places = slots.find((row) => row.day === day)?.places;
    const count = children.find((row) => row.day === day)?.count ?? 0;
    return { day, count, ...(places !== undefined && { places }) };
  });
}

// Ids are UUIDv7, so that the newest have the largest.
const NEWEST = `
  select e.*, r.registration_number as number, r.jenjang from (
    (select p.id, p.registration_id, p.at, p.actor_name as name, p.actor_role as role, true as fee,
      p.settled_by_line_id is not null as from_bank,
      case when p.to_status = 'verified' then 'fee_verified' when p.to_status = 'rejected' then 'fee_rejected'
        when p.cause = 'verification' then 'fee_reverted' else 'fee_sent' end as kind
     from registration_payment_events p where p.to_status <> 'pending' order by p.id desc limit :limit)
    union all
    (select s.id, s.registration_id, s.created_at, s.created_by_name, s.created_by_role, false, false,
      case when s.stage = 'registered' and s.created_by_role = 'wali_murid' then 'registered' else 'stage_changed' end
     from registration_stages s order by s.id desc limit :limit)
  ) e join registrations r on r.id = e.registration_id and r.deleted_at is null
  order by e.at desc, e.id desc limit :limit`;

/** The newest events of registrations: new ones, fees, stages. */
export async function recentEvents(db: Db): Promise<Recent> {
  const { rows } = await db.raw(
    `select n.*, c.full_name as child, case when n.fee then r.payment_amount end as amount from (${NEWEST}) n
     join registrations r on r.id = n.registration_id join children c on c.id = r.child_id
     order by n.at desc, n.id desc`,
    { limit: RECENT },
  );
  return (rows as (Recent[number] & { name: string | null; role: 'admin'; at: Date })[]).map(
    ({ id, kind, at, name, role, child, number, jenjang, amount, from_bank }) => ({
      id,
      kind,
      at: at.toISOString(),
      actor: isSystem(role) ? null : { name, role },
      child,
      number,
      jenjang,
      amount,
      from_bank,
    }),
  );
}
