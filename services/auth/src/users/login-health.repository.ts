import { OPERATION_DAYS, type LoginHealth } from '@gerbang/contracts/operations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Db } from '@gerbang/service-kit/data/database';

const LOGINS = `
  select to_char(at at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day,
    count(*) filter (where action = 'session.started')::int as started,
    count(*) filter (where action = 'session.failed')::int as failed
  from audit_events
  where at >= :since::timestamp at time zone 'Asia/Jakarta' and action in ('session.started', 'session.failed')
  group by 1`;

/** The logins of staff and their wrong passwords by day of Jakarta, from the trail. */
export async function loginHealth(db: Db, now: Date): Promise<LoginHealth> {
  const since = addDays(jakartaDay(now), 1 - OPERATION_DAYS);
  const { rows } = await db.raw(LOGINS, { since });
  const found = rows as { day: string; started: number; failed: number }[];
  const perDay = (kind: 'started' | 'failed') =>
    Array.from(
      { length: OPERATION_DAYS },
      (_none, at) => found.find(({ day }) => day === addDays(since, at))?.[kind] ?? 0,
    );
  return { since, started: perDay('started'), failed: perDay('failed') };
}
