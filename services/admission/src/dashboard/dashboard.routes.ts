import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import { can } from '@gerbang/domain/abilities';
import { familyTasks } from '@gerbang/domain/family-tasks';
import { missingOfProfile } from '@gerbang/domain/parents';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toRegistrationRow } from '../registrations/registrations.view.ts';
import type { RegistrationListRecord } from '../registrations/registrations.repository.ts';
import { type FamilyWithChildren, familyWithChildren, newestRegistrations } from './dashboard.repository.ts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Role } from '@gerbang/domain/roles';
import { STAFF_TASK_TABLE, staffTasks } from '@gerbang/domain/staff-tasks';
import { cellsOf, inState, sumOf } from '../staff-registrations/registration-counts.repository.ts';

/** The tasks of this role with their counts, each with the filter of the list that shows it. */
export async function staffArea(context: Context, role: Role): Promise<NonNullable<AdmissionArea['staff']>> {
  const db = context.database.knex;
  const observation_until = jakartaDay(context.now());
  const kinds = staffTasks(role);
  const [all, due] = await Promise.all([
    cellsOf(db, {}),
    kinds.includes('observations_due') ? cellsOf(db, { observation_until }) : [],
  ]);
  return {
    waiting: kinds.map((kind) => {
      const { due: onlyDue, ...states } = STAFF_TASK_TABLE[kind].filter;
      const cells = inState(onlyDue ? due : all, states);
      return {
        kind,
        count: sumOf(cells),
        filter: { ...states, ...(onlyDue && { observation_until }) },
      };
    }),
  };
}

interface Reads {
  readonly family: (userId: string) => Promise<FamilyWithChildren[]>;
  readonly registrations: (userId: string) => Promise<RegistrationListRecord[]>;
}

/** Admission's part of a parent's dashboard, from two queries at once. */
async function parentArea(reads: Reads, userId: string): Promise<AdmissionArea['parent']> {
  const [[family], records] = await Promise.all([reads.family(userId), reads.registrations(userId)]);
  const profile = family?.profile ?? {};
  const children = family?.children ?? [];
  return {
    registrations: records.map(toRegistrationRow),
    children_count: children.length,
    tasks: familyTasks({
      loginPhoneVerified: family?.phone_verified !== false,
      profileMissing: Object.values(missingOfProfile(profile)).flat().length,
      contactPhone: typeof profile.contact_phone === 'string' ? profile.contact_phone : null,
      contactPhoneVerified: Boolean(profile.contact_phone_verified_at),
      children,
      registrations: records.map((record) => ({
        id: record.id,
        child_id: record.child_id,
        child_name: record.child_full_name,
        payment_status: record.payment_status,
        current_stage: record.current_stage,
      })),
    }),
  };
}

/** Admission's part of `GET /api/dashboard`, which the gateway requests. */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { database } = context;
  const reads: Reads = {
    family: statementOf(database, 'admission_dashboard_family', familyWithChildren),
    registrations: statementOf(database, 'admission_dashboard_registrations', newestRegistrations),
  };

  mount(app, verifier, admissionDashboard, async ({ identity }) => ({
    parent: can(identity.role, 'family.own') ? await parentArea(reads, identity.sub) : null,
    staff: can(identity.role, 'registrations.monitor') ? await staffArea(context, identity.role) : null,
  }));
}
