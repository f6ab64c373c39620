import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Jenjang } from '@gerbang/domain/levels';
import type { FunnelStep } from '@gerbang/domain/reports';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { ReportQuery } from '@gerbang/contracts/report-query';

/** Which daily counts a report adds up; days are `YYYY-MM-DD`, both ends counted. */
export interface DaysQuery {
  readonly academic_year?: string | undefined;
  readonly jenjang?: Jenjang | undefined;
  readonly from: string;
  readonly to: string;
}

/** Registrations that entered a state less those that left it. */
export interface NetState {
  readonly jenjang: Jenjang;
  readonly payment_status: PaymentStatus;
  readonly current_stage: Stage;
  readonly re_enrolment: 'none' | 'sent' | 'paid';
  readonly n: number;
}

/** How often a step took this many days. */
export interface Waited {
  readonly jenjang: Jenjang;
  readonly step: FunnelStep;
  readonly waited: number;
  readonly n: number;
}

function within(db: Db, table: string, { academic_year, jenjang, from, to }: DaysQuery) {
  return db(table)
    .whereBetween('day', [from, to])
    .where(academic_year === undefined ? {} : { academic_year })
    .where(jenjang === undefined ? {} : { jenjang });
}

const SUM = 'sum(n)::bigint as n';

/** The net change of every state within the span. */
export function netStates(db: Db, query: DaysQuery) {
  const state = ['jenjang', 'payment_status', 'current_stage', 're_enrolment'];
  return within(db, 'registration_days', query)
    .groupBy(state)
    .select<NetState[]>(...state, db.raw(SUM));
}

/** New registrations by day, less those that were deleted on it; days without any are left out. */
export function netRegistrations(db: Db, query: DaysQuery) {
  return within(db, 'registration_days', query)
    .groupBy('day')
    .havingRaw('sum(n) <> 0')
    .select<{ day: string; n: number }[]>('day', db.raw(SUM));
}

/** How long the steps took that were entered within the span. */
export function waitedDays(db: Db, query: DaysQuery) {
  return within(db, 'registration_waits', query)
    .groupBy('jenjang', 'step', 'waited')
    .select<Waited[]>('jenjang', 'step', 'waited', db.raw(SUM));
}

/** Past days whose rows are still added up, so that a program that was down for a weekend catches up. */
const FOLDED_DAYS = 3;
const KEYS = {
  registration_days: 'day, academic_year, jenjang, payment_status, current_stage, re_enrolment',
  registration_waits: 'day, academic_year, jenjang, step, waited',
} as const;

/** Adds the rows of the last past days up to one row each; writers only append to the present day. */
export async function foldDays(database: Database): Promise<void> {
  for (const [table, keys] of Object.entries(KEYS)) {
    await database.knex.raw(
      `with gone as (
         delete from ${table}
         where day >= jakarta_day(now()) - ?::integer and day < jakarta_day(now()) returning *
       )
       insert into ${table} (${keys}, n) select ${keys}, sum(n) from gone group by ${keys} having sum(n) <> 0`,
      [FOLDED_DAYS],
    );
  }
}

/** Since when the oldest proof of a fee waits to be decided; null where none waits. */
export async function oldestProof(
  db: Db,
  { academic_year, jenjang }: Pick<ReportQuery, 'academic_year' | 'jenjang'>,
): Promise<Date | null> {
  const row = await db('registrations')
    .where({ payment_status: 'paid' })
    .whereNull('deleted_at')
    .where(academic_year === undefined ? {} : { academic_year })
    .where(jenjang === undefined ? {} : { jenjang })
    .orderBy(['payment_since', 'id'])
    .first<{ payment_since: Date } | undefined>('payment_since');
  return row?.payment_since ?? null;
}
