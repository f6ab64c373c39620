import type { Database, Db } from '@gerbang/service-kit/data/database';

/** Whether a result of the announcement `a` still waits for admission: families see it, and its registration has not moved. */
const UNDER_WAY = `exists (
  select from announcement_results e join registrations r on r.id = e.registration_id
  where e.announcement_id = a.id and e.published_at is not null and e.skip_reason is null
    and r.current_stage = 'waiting_announcement' and not r.deleted)`;

const ANY_UNDER_WAY = `select exists (
  select from announcements a where a.status = 'published' and not a.applied and ${UNDER_WAY}) as under_way`;

/** Whether admission has applied every result that is published now. A registration that has moved never waits again. */
export async function areResultsApplied({ prepared }: Pick<Database, 'prepared'>): Promise<boolean> {
  const [row] = await prepared<{ under_way: boolean }>('announcement_results_under_way', ANY_UNDER_WAY, []);
  return row?.under_way === false;
}

/** Age in seconds of the oldest publication with results that admission has not applied; 0 where there is none. */
export async function secondsUnderWay(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(extract(epoch from clock_timestamp() - min(a.published_at)), 0)::float8 as seconds
     from announcements a where a.status = 'published' and not a.applied and ${UNDER_WAY}`,
  );
  return (rows as { seconds: number }[])[0]?.seconds ?? 0;
}

/** Notes the publications whose results are all applied, so that nothing looks through them again. */
export async function noteApplied(db: Db): Promise<void> {
  await db.raw(
    `update announcements a set applied = true where a.status = 'published' and not a.applied and not ${UNDER_WAY}`,
  );
}
