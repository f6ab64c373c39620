import type { ReportQuery } from '@gerbang/contracts/report-query';
import type { WorkPart } from '@gerbang/contracts/work-report';
import { columnsOf, type WorkKind } from '@gerbang/domain/reports';
import type { STAFF_ROLES } from '@gerbang/domain/roles';
import { words } from './data-classes.ts';
import { reportDays } from '../http/report-span.ts';
import type { Db } from './database.ts';

/** The class of the table's columns: they name staff by id, and no family. */
export const HANDLED_WORK_CLASSES = {
  plain: words('day kind academic_year jenjang waited actor_id actor_role'),
};

/** The days and the filters of a report, with the season's first day and today where none are chosen. */
interface WorkSpan extends Omit<ReportQuery, 'from' | 'to'> {
  readonly from: string;
  readonly to: string;
}

/** The span that a query of a report stands for. */
export function workSpan({ from, to, ...filters }: ReportQuery, now: Date): WorkSpan {
  return { ...filters, ...reportDays({ academic_year: filters.academic_year, from, to }, now) };
}

/** The rows of a span. */
function within(db: Db, { academic_year, jenjang, from, to }: WorkSpan) {
  return db('handled_work')
    .whereBetween('day', [from, to])
    .where(academic_year === undefined ? {} : { academic_year })
    .where(jenjang === undefined ? {} : { jenjang });
}

interface Waits {
  readonly kind: WorkKind;
  /** Null = of the whole span. */
  readonly week: string | null;
  readonly count: number;
  /** Median and ninetieth percentile, in minutes. */
  readonly waited: readonly [number, number];
}

/** The Monday of a row's day. */
const WEEK = `day - (day - date '2001-01-01') % 7`;

/** Waits up to ten hours count in steps of six minutes, longer ones in whole hours: few values, so that nothing is sorted. */
const STEP = 'case when waited < 600 then waited / 6 * 6 else waited / 60 * 60 end';

/** How long what was decided had waited, by week and in all: the shortest step within which half and nine tenths fall. */
async function handledWaits(db: Db, span: WorkSpan): Promise<Waits[]> {
  const steps = within(db, span)
    .groupBy('kind', 'week', 'step')
    .select('kind', db.raw(`${WEEK} as week, ${STEP} as step, count(*) as n`));
  const { rows } = await db.raw(
    `with steps as (?),
     spans as (
       select kind, week, step, n from steps
       union all select kind, null, step, sum(n) from steps group by kind, step
     ),
     added as (
       select kind, week, step, sum(n) over so_far as passed, sum(n) over (partition by kind, week) as count
       from spans window so_far as (partition by kind, week order by step)
     )
     select kind, week, max(count)::bigint as count,
       array[min(step) filter (where passed >= count * 0.5), min(step) filter (where passed >= count * 0.9)] as waited
     from added group by kind, week`,
    [steps],
  );
  return rows as Waits[];
}

/** How many each role decided. */
function handledByRole(db: Db, span: WorkSpan) {
  return within(db, span)
    .groupBy('kind', 'actor_role')
    .select<{ kind: WorkKind; role: (typeof STAFF_ROLES)[number]; count: number }[]>(
      'kind',
      'actor_role as role',
      db.raw('count(*) as count'),
    )
    .orderBy('count', 'desc');
}

/** How many this person decided. */
function handledByPerson(db: Db, span: WorkSpan, actorId: string) {
  return within(db, span)
    .where({ actor_id: actorId })
    .groupBy('kind')
    .select<{ kind: WorkKind; count: number }[]>('kind', db.raw('count(*) as count'));
}

const hoursOf = (minutes: number | undefined): number | null =>
  minutes === undefined ? null : Math.round(minutes / 6) / 10;

/** A service's part of the report of work, for the kinds of `oldest`: since when the longest of each waits now. */
export async function workPart(
  db: Db,
  span: WorkSpan,
  callerId: string,
  oldest: Readonly<Partial<Record<WorkKind, () => Promise<Date | null>>>>,
): Promise<WorkPart> {
  const [waits, roles, own, moments] = await Promise.all([
    handledWaits(db, span),
    handledByRole(db, span),
    handledByPerson(db, span, callerId),
    Promise.all(Object.values(oldest).map((read) => read())),
  ]);
  const kinds = (Object.keys(oldest) as WorkKind[]).map((kind, at) => {
    const mine = new Map(waits.filter((one) => one.kind === kind).map((one) => [one.week, one]));
    const figures = (week: string | null) => {
      const { count = 0, waited = [] } = mine.get(week) ?? {};
      return { count, median_hours: hoursOf(waited[0]), p90_hours: hoursOf(waited[1]) };
    };
    return {
      kind,
      weeks: columnsOf('week', span.from, span.to).map((start) => ({ start, ...figures(start) })),
      total: figures(null),
      roles: roles.filter((one) => one.kind === kind).map(({ role, count }) => ({ role, count })),
      own: own.find((one) => one.kind === kind)?.count ?? 0,
      oldest_at: moments[at]?.toISOString() ?? null,
    };
  });
  return { from: span.from, to: span.to, kinds };
}
