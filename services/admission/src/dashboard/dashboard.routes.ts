import {
  admissionDashboard,
  DUES_HEADER,
  familyDashboard,
  MISSING_AREAS_HEADER,
  RESULTS_APPLIED_HEADER,
  type AdmissionArea,
} from '@gerbang/contracts/dashboard';
import { keepDues } from '@gerbang/contracts/internal-calls';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { saveDues } from './family-dashboards.repository.ts';
import { familyDashboards } from './family-dashboard.ts';
import {
  type DayChange,
  observationsOfWeek,
  oldestOf,
  recentChanges,
  recentEvents,
  weekOf,
} from './staff-pictures.repository.ts';
import { ownArea } from './own-area.ts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Role } from '@gerbang/domain/roles';
import { STAFF_TASK_TABLE, staffTasks } from '@gerbang/domain/staff-tasks';
import { countWaitingDocuments } from '../checklists/checklists.repository.ts';
import { countOpenAlerts } from '../proof-alerts/proof-alerts.repository.ts';
import { waitingRequests } from '../withdrawals/withdrawals.repository.ts';
import { cellsOf, inState, sumOf } from '../registration-record/registration-counts.repository.ts';

const statesOf = (changes: readonly DayChange[], states: Parameters<typeof inState>[1]) =>
  inState(changes, states) as DayChange[];

/** The tasks of this role with their counts, each with the filter of the list that shows it. */
export async function staffArea(context: Context, role: Role): Promise<NonNullable<AdmissionArea['staff']>> {
  const db = context.database.knex;
  const observation_until = jakartaDay(context.now());
  const kinds = staffTasks(role);
  const [all, due, changes, oldest, observations, recent, proofAlerts, documents, leaving] =
    await Promise.all([
      cellsOf(db, {}),
      kinds.includes('observations_due') ? cellsOf(db, { observation_until }) : [],
      recentChanges(db, observation_until),
      oldestOf(db, kinds),
      observationsOfWeek(db, context.now()),
      recentEvents(db),
      can(role, 'proof_alerts.decide') ? countOpenAlerts(db) : undefined,
      can(role, 'documents.review') ? countWaitingDocuments(db) : undefined,
      can(role, 'withdrawals.decide') ? waitingRequests(db) : undefined,
    ]);
  return {
    observations,
    recent,
    ...(proofAlerts !== undefined && { proof_alerts: proofAlerts }),
    ...(documents !== undefined && { documents_waiting: documents }),
    ...(leaving && { withdrawals_waiting: leaving }),
    waiting: kinds.map((kind) => {
      const { due: onlyDue, ...states } = STAFF_TASK_TABLE[kind].filter;
      const cells = inState(onlyDue ? due : all, states);
      const count = sumOf(cells);
      return {
        kind,
        count,
        filter: { ...states, ...(onlyDue && { observation_until }) },
        oldest_at: oldest[kind] ?? null,
        // How many observations were due is not kept by day.
        week: onlyDue ? null : weekOf(count, statesOf(changes, states), observation_until),
      };
    }),
  };
}

/** Admission's part of `GET /api/dashboard`, which the gateway requests. */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const readOwnArea = ownArea(context.database);
  const readDashboard = familyDashboards(context);

  mount(app, verifier, admissionDashboard, async ({ identity }) => ({
    parent: can(identity.role, 'family.own') ? await readOwnArea(identity.sub) : null,
    staff: can(identity.role, 'registrations.monitor') ? await staffArea(context, identity.role) : null,
  }));

  mountInternal(app, context.config.INTERNAL_KEY, keepDues, async ({ families }) => {
    await context.database.transaction((trx) => saveDues(trx, families));
    return {};
  });

  mount(app, verifier, familyDashboard, async ({ identity, request, reply }) => {
    const seen = Number(request.headers[DUES_HEADER]);
    const { text, missing } = await readDashboard(identity.sub, {
      dues: Number.isSafeInteger(seen) ? seen : 0,
      applied: request.headers[RESULTS_APPLIED_HEADER] === 'all',
    });
    if (missing.length > 0) reply.header(MISSING_AREAS_HEADER, missing.join(','));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
