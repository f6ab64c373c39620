import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import { can } from '@gerbang/domain/abilities';
import { familyTasks } from '@gerbang/domain/family-tasks';
import { missingOfProfile } from '@gerbang/domain/profile-completeness';
import type { Db } from '@gerbang/service-kit/database';
import type { Verifier } from '@gerbang/service-kit/identity';
import { mount } from '@gerbang/service-kit/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toRegistrationRow } from '../registrations/registration-view.ts';
import { ownRegistrations, type RegistrationListRecord } from '../registrations/registrations.repository.ts';
import { staffArea } from './staff-area.ts';

interface FamilyWithChildren {
  /** The profile as stored: what is sealed stays sealed, only whether a field is empty matters here. */
  readonly profile: Record<string, unknown>;
  readonly children: { readonly id: string; readonly full_name: string }[];
}

/** The caller's profile and children in one query; undefined before the family's first write. */
async function familyWithChildren(db: Db, userId: string): Promise<FamilyWithChildren | undefined> {
  return db('parents')
    .where('parents.user_id', userId)
    .first<FamilyWithChildren | undefined>(
      db.raw('to_jsonb(parents) as profile'),
      db.raw(`coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'full_name', c.full_name) order by c.created_at, c.id)
        from children c where c.parent_id = parents.id and c.deleted_at is null), '[]') as children`),
    );
}

/** What a parent's dashboard shows of admission, from two queries at once (performance P2). */
async function parentArea(db: Db, userId: string): Promise<AdmissionArea['parent']> {
  const [family, records] = await Promise.all([
    familyWithChildren(db, userId),
    ownRegistrations(db, userId)
      .orderBy('registrations.created_at', 'desc')
      .orderBy('registrations.id', 'desc') as Promise<RegistrationListRecord[]>,
  ]);
  const profile = family?.profile ?? {};
  const children = family?.children ?? [];
  return {
    registrations: records.map(toRegistrationRow),
    children_count: children.length,
    tasks: familyTasks({
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

/** Admission's part of `GET /api/dashboard`, asked for by the gateway (Precisions, Dashboard). */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, admissionDashboard, async ({ identity }) => ({
    parent: can(identity.role, 'family.own') ? await parentArea(context.database.knex, identity.sub) : null,
    staff: can(identity.role, 'registrations.monitor') ? await staffArea(context, identity.role) : null,
  }));
}
