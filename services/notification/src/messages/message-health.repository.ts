import { OPERATION_DAYS, type MessageHealth } from '@gerbang/contracts/operations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Db } from '@gerbang/service-kit/data/database';

// A day begins in Jakarta, as in the list's own filter.
const HEALTH = `
  select
    array(select (select count(*) from notifications
        where status = 'failed' and created_at >= day at time zone 'Asia/Jakarta'
          and created_at < (day + interval '1 day') at time zone 'Asia/Jakarta')::int
      from generate_series(:since::timestamp, :today::timestamp, interval '1 day') day order by day) as days,
    (select count(*)::int from notifications
      where status in ('pending', 'retry') and next_attempt_at <= now()) as due,
    (select min(next_attempt_at) from notifications
      where status in ('pending', 'retry') and next_attempt_at <= now()) as oldest_at,
    (select max(finished_at) from backup_runs) as backup_at,
    -- As the alerts: three turns of a schedule of the last two days, else a day and two hours.
    (select max(finished_at) + least(interval '26 hours', 3 * make_interval(secs => min(every_seconds)
        filter (where finished_at > now() - interval '2 days' and every_seconds < 6 * 3600)))
      from backup_runs) as backup_late_at`;

const moment = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

/** How messages do: failed ones of the last days, late ones, and when the last backup was finished. */
export async function messageHealth(db: Db, now: Date): Promise<MessageHealth> {
  const today = jakartaDay(now);
  const since = addDays(today, 1 - OPERATION_DAYS);
  const { rows } = await db.raw(HEALTH, { since, today });
  const [{ days, due, oldest_at, backup_at, backup_late_at }] = rows as [
    {
      days: number[];
      due: number;
      oldest_at: Date | null;
      backup_at: Date | null;
      backup_late_at: Date | null;
    },
  ];
  return {
    failed: { since, days, count: days.reduce((sum, count) => sum + count, 0) },
    due: { count: due, oldest_at: moment(oldest_at) },
    backup_at: moment(backup_at),
    backup_late_at: moment(backup_late_at),
  };
}
