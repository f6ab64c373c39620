import type { Db } from '@gerbang/service-kit/data/database';
import type { Figure } from '@gerbang/service-kit/program/metrics';
import type { Context } from '../context.ts';

const AREAS = ['admission', 'announcement', 'billing'] as const;
type Area = (typeof AREAS)[number];

/** Notes and logs what a check found wrong in the read model and has mended. */
export async function noteRepairs(
  { log }: Pick<Context, 'log'>,
  trx: Db,
  area: Area,
  found: number,
): Promise<void> {
  if (found === 0) return;
  await trx('dashboard_repairs').insert({ area, found });
  log.error({ event: 'dashboards_repaired', area, found });
}

/** What the checks of the last day have mended, by area. */
export async function repairFigures(db: Db): Promise<Figure[]> {
  const { rows } = await db.raw(
    `select a.area, coalesce(sum(r.found), 0)::integer as value from unnest(?::text[]) as a(area)
     left join dashboard_repairs r on r.area = a.area and r.at > now() - interval '1 day' group by a.area`,
    [[...AREAS]],
  );
  return (rows as { area: Area; value: number }[]).map(({ area, value }) => ({ labels: { area }, value }));
}

/** Deletes the notes that no figure shows any more. */
export async function deleteOldRepairs(db: Db): Promise<void> {
  await db.raw(`delete from dashboard_repairs where at < now() - interval '30 days'`);
}
