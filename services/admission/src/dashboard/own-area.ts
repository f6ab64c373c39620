import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { familyTasks } from '@gerbang/domain/family-tasks';
import { missingOfProfile } from '@gerbang/domain/parents';
import type { Database } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { RegistrationListRecord } from '../registrations/registrations.repository.ts';
import { toRegistrationRow } from '../registrations/registrations.view.ts';
import { type FamilyWithChildren, familyWithChildren, newestRegistrations } from './dashboard.repository.ts';

export interface OwnReads {
  readonly family: (userId: string) => Promise<FamilyWithChildren[]>;
  readonly registrations: (userId: string) => Promise<RegistrationListRecord[]>;
}

/** The reads of admission's own part as prepared statements. */
export const ownReads = (database: Database): OwnReads => ({
  family: statementOf(database, 'admission_dashboard_family', familyWithChildren),
  registrations: statementOf(database, 'admission_dashboard_registrations', newestRegistrations),
});

/** Admission's part of a parent's dashboard, from two queries at once. */
export async function parentArea(
  reads: OwnReads,
  userId: string,
): Promise<NonNullable<AdmissionArea['parent']>> {
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
