import type { AdmissionReport } from '@gerbang/contracts/reports';
import type { ReportQuery } from '@gerbang/contracts/report-query';
import { JENJANG } from '@gerbang/domain/levels';
import { hasAcceptance, wasObserved } from '@gerbang/domain/registration-stages';
import {
  academicYearBefore,
  columnsOf,
  FUNNEL_STEPS,
  type FunnelStep,
  yearBefore,
} from '@gerbang/domain/reports';
import { waveState } from '@gerbang/domain/waves';
import type { Db } from '@gerbang/service-kit/data/database';
import { reportDays } from '@gerbang/service-kit/http/report-span';
import type { Context } from '../context.ts';
import { seatsPart } from './seats-part.ts';
import { liveWaves } from '../seats/waves/waves.repository.ts';
import {
  type DaysQuery,
  type NetState,
  netRegistrations,
  netStates,
  type Waited,
  waitedDays,
} from './registration-days.repository.ts';

type Step = AdmissionReport['total']['steps'][number];

/** Whether a registration in this state counts in the step. */
const IN_STEP: Readonly<Record<FunnelStep, (state: NetState) => boolean>> = {
  registered: () => true,
  verified: ({ payment_status }) => payment_status === 'verified',
  observed: ({ current_stage }) => wasObserved(current_stage),
  accepted: ({ current_stage }) => hasAcceptance(current_stage),
  re_enrolled: ({ re_enrolment }) => re_enrolment !== 'none',
  paid: ({ re_enrolment }) => re_enrolment === 'paid',
};

/** The median of values with their frequencies; null without any. */
function medianOf(values: readonly { readonly waited: number; readonly n: number }[]): number | null {
  const sorted = values.toSorted((a, b) => a.waited - b.waited);
  const half = sorted.reduce((sum, { n }) => sum + n, 0) / 2;
  if (half === 0) return null;
  let passed = 0;
  for (const [at, { waited, n }] of sorted.entries()) {
    passed += n;
    if (passed > half) return waited;
    if (passed === half) return (waited + (sorted[at + 1]?.waited ?? waited)) / 2;
  }
  return null;
}

/** `part` of `whole` in percent with one decimal; null where the whole is nothing. */
const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1000) / 10 : null;

function stepsOf(states: readonly NetState[], waits: readonly Waited[]): Step[] {
  const counts = FUNNEL_STEPS.map((step) => states.filter(IN_STEP[step]).reduce((sum, { n }) => sum + n, 0));
  return FUNNEL_STEPS.map((key, at) => ({
    key,
    count: counts[at] ?? 0,
    share: at === 0 ? null : percent(counts[at] ?? 0, counts[at - 1] ?? 0),
    median_days: medianOf(waits.filter(({ step }) => step === key)),
  }));
}

/** Days with their running sums, beside the same days of the year before. */
function daysOf(
  { from, to }: DaysQuery,
  present: readonly { day: string; n: number }[],
  before: readonly { day: string; n: number }[],
): AdmissionReport['days'] {
  const now = new Map(present.map(({ day, n }) => [day, n]));
  const then = new Map(before.map(({ day, n }) => [day, n]));
  let total = 0;
  let beforeTotal = 0;
  return columnsOf('day', from, to).map((day) => {
    const count = now.get(day) ?? 0;
    const past = then.get(yearBefore(day)) ?? 0;
    total += count;
    beforeTotal += past;
    return { day, count, total, before: past, before_total: beforeTotal };
  });
}

/** How full the waves are that are not cancelled. */
async function wavesPart(
  db: Db,
  { academic_year, jenjang }: Pick<ReportQuery, 'academic_year' | 'jenjang'>,
  now: Date,
): Promise<NonNullable<AdmissionReport['waves']>> {
  const waves = await liveWaves(db, academic_year === undefined ? undefined : [academic_year]);
  return JENJANG.filter((level) => jenjang === undefined || level === jenjang)
    .flatMap((level) => waves.filter((wave) => wave.jenjang === level))
    .map((wave) => ({
      academic_year: wave.academic_year,
      jenjang: wave.jenjang,
      name: wave.name,
      state: waveState(wave, now),
      opens_at: wave.opens_at.toISOString(),
      closes_at: wave.closes_at.toISOString(),
      applicants: wave.applicants,
      applicants_max: wave.applicants_max,
    }));
}

/** The funnel by level, registrations by day beside the year before, how full the waves are and how the seats stand. */
export async function admissionReport(
  { database, now, school }: Pick<Context, 'database' | 'now' | 'school'>,
  { academic_year, jenjang, from, to }: ReportQuery,
): Promise<AdmissionReport> {
  const db = database.knex;
  const span: DaysQuery = { academic_year, jenjang, ...reportDays({ academic_year, from, to }, now()) };
  const past: DaysQuery = {
    academic_year: academic_year && academicYearBefore(academic_year),
    jenjang,
    from: yearBefore(span.from),
    to: yearBefore(span.to),
  };
  const [states, present, before, waits, waves, seats] = await Promise.all([
    netStates(db, span),
    netRegistrations(db, span),
    netRegistrations(db, past),
    waitedDays(db, span),
    wavesPart(db, { academic_year, jenjang }, now()),
    seatsPart({ now, school }, db, { academic_year, jenjang }),
  ]);
  const withdrawn = states
    .filter(({ current_stage }) => current_stage === 'withdrawn')
    .reduce((sum, { n }) => sum + n, 0);
  return {
    from: span.from,
    to: span.to,
    total: { steps: stepsOf(states, waits) },
    ...(withdrawn > 0 && { withdrawn }),
    levels: JENJANG.filter((level) => states.some((state) => state.jenjang === level && state.n !== 0)).map(
      (level) => ({
        jenjang: level,
        steps: stepsOf(
          states.filter((state) => state.jenjang === level),
          waits.filter((wait) => wait.jenjang === level),
        ),
      }),
    ),
    days: daysOf(span, present, before),
    ...(waves.length > 0 && { waves }),
    ...(seats.length > 0 && { seats }),
  };
}
