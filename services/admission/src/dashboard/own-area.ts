import type { AdmissionArea } from '@gerbang/contracts/dashboard';
import { familyTodo, registrationTodo } from '@gerbang/domain/checklist';
import { familyTasks } from '@gerbang/domain/family-tasks';
import { missingOfProfile, profileTotal } from '@gerbang/domain/parents';
import { isLiveStage } from '@gerbang/domain/live-stages';
import type { Database } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import { familyFacts, toDocument } from '../checklists/checklist.view.ts';
import { toRegistrationRow } from '../registration-record/registrations.view.ts';
import {
  familiesWithChildren,
  type FamilyRegistration,
  type FamilyWithChildren,
  newestRegistrations,
} from './dashboard.repository.ts';

type Area = NonNullable<AdmissionArea['parent']>;

const DAY = /^\d{4}-\d\d-\d\d$/u;

/** The newest observations of these registrations; an old entry whose content is no day has no appointment. */
function observationsOf(records: readonly FamilyRegistration[]): Area['observations'] {
  return records.flatMap(({ id, observation }) => {
    if (!observation?.day || !DAY.test(observation.day)) return [];
    const { day, time, place, note, slot } = observation;
    return [{ registration_id: id, day, time, place, bring: note, ...(slot && { slot: true as const }) }];
  });
}

const nameIn = (profile: Record<string, unknown>, field: string): string | null =>
  typeof profile[field] === 'string' && profile[field] !== '' ? profile[field] : null;

/** How far the family's data is filled. */
function progressOf(profile: Record<string, unknown>): Area['profile'] {
  const missing = missingOfProfile(profile);
  const total = profileTotal(profile);
  return {
    father_name: nameIn(profile, 'father_name'),
    mother_name: nameIn(profile, 'mother_name'),
    filled: total - Object.values(missing).flat().length,
    total,
    missing: {
      father: missing.father.length,
      mother: missing.mother.length,
      contact: missing.contact.length,
      address: missing.address.length,
    },
  };
}

/** What the checklist of a registration has to do now about fee and documents. */
function todoOf(record: FamilyRegistration, childLocked: boolean) {
  if (record.current_stage === 'withdrawn') return [];
  const live = isLiveStage(record.current_stage);
  return registrationTodo({
    registration_id: record.id,
    child_id: record.child_id,
    live,
    fee: { status: record.payment_status, amount: record.payment_amount },
    documents: record.documents.map((one) => toDocument(one, live, childLocked)),
  });
}

/** Admission's part of a parent's dashboard from its rows. */
export function parentArea(
  family: FamilyWithChildren | undefined,
  records: readonly FamilyRegistration[],
): Area {
  const profile = family?.profile ?? {};
  const children = family?.children ?? [];
  const lockedChildren = new Set(records.filter(({ locked }) => locked).map(({ child_id }) => child_id));
  return {
    registrations: records.map(toRegistrationRow),
    children_count: children.length,
    tasks: familyTasks({
      loginPhoneVerified: family?.phone_verified === true,
      todo: familyTodo(familyFacts(profile)),
      children,
      registrations: records.map((record) => ({
        id: record.id,
        child_id: record.child_id,
        child_name: record.child_full_name,
        payment_status: record.payment_status,
        todo: todoOf(record, lockedChildren.has(record.child_id)),
      })),
    }),
    ...(family?.entered && { entered: true as const }),
    profile: progressOf(profile),
    observations: observationsOf(records),
    opened_results: records.flatMap(({ id: registration_id, result_opened_at: at }) =>
      at === null ? [] : [{ registration_id, opened_at: at.toISOString() }],
    ),
  };
}

/** The two reads of admission's own part as prepared statements. */
export const ownReads = (database: Database) => ({
  families: statementOf<FamilyWithChildren>(database, 'admission_dashboard_family', (db, userId) =>
    familiesWithChildren(db, [userId]),
  ),
  registrations: statementOf<FamilyRegistration>(
    database,
    'admission_dashboard_registrations',
    (db, userId) => newestRegistrations(db, [userId]),
  ),
});

/** Reads admission's part of a parent's dashboard, by two queries at once. */
export function ownArea(database: Database): (userId: string) => Promise<Area> {
  const reads = ownReads(database);
  return async (userId) => {
    const [[family], records] = await Promise.all([reads.families(userId), reads.registrations(userId)]);
    return parentArea(family, records);
  };
}
