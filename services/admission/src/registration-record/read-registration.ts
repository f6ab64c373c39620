import { shown } from '@gerbang/service-kit/http/shown';
import {
  feeDifferenceSchema,
  staffRegistrationSchema,
  type StaffRegistration,
} from '@gerbang/contracts/staff-registrations';
import { openField } from './open-fields.ts';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { LockedChange } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { hasSameChild } from './same-child.repository.ts';
import type { Context } from '../context.ts';
import { staffDetails } from './moves.ts';
import { noRegistration, REGISTRATION_ACTIONS } from './rules.ts';
import { toRegistration } from './registrations.view.ts';
import {
  fullRegistration,
  type LockedRegistration,
  lockOne,
  registrations,
} from './registrations.repository.ts';
import { decidableDifference } from './fee-differences.repository.ts';
import { accountBeside, hasSharedNik } from './staff-rows.repository.ts';
import { ageOf, staffRow } from './staff-row.view.ts';

/** The whole record, personal numbers included: every caller of this function leaves a row in the trail. */
async function wholeRecord(
  context: Context,
  db: Db,
  { role }: Caller,
  id: string,
): Promise<StaffRegistration> {
  const record = await fullRegistration(registrations(db), db, id);
  if (!record) throw noRegistration();
  const { parent } = record;
  const difference = await decidableDifference(db, record);
  return {
    ...toRegistration(context, record),
    observation_date: record.observation_date,
    proof_alert: false,
    ...(await staffDetails(context, db, record, role)),
    nik_duplicate: await hasSharedNik(db, record.child_id),
    same_child: await hasSameChild(db, record.child_id),
    ...ageOf(context.school.settings.levels, record, record.child.birth_date),
    ...(difference && { fee_difference: shown(feeDifferenceSchema, difference) }),
    parent: {
      ...shown(staffRegistrationSchema.shape.parent, parent),
      ...(await accountBeside(db, parent.id)),
      father_income: openField(context.columns, parent, 'father_income'),
      mother_income: openField(context.columns, parent, 'mother_income'),
      father_ktp: openField(context.columns, parent, 'father_ktp'),
      mother_ktp: openField(context.columns, parent, 'mother_ktp'),
    },
  };
}

/** Keeps in the trail that the caller read a registration of this child. */
export async function noteRead(db: Db, caller: Caller, id: string, childId: string): Promise<void> {
  await audit(db, {
    action: 'registration.read',
    actor: await actorOf(db, caller),
    subject: id,
    details: { child_id: childId },
    origin: caller.origin,
  });
}

/** The whole record for a member of the staff; the trail keeps who read which child's. */
export async function readRegistration(
  context: Context,
  db: Db,
  caller: Caller,
  id: string,
): Promise<StaffRegistration> {
  const record = await wholeRecord(context, db, caller, id);
  await noteRead(db, caller, id, record.child_id);
  return record;
}

/**
 * The steps that all changes of a registration by staff share: lock, 404, 409 `stale` and view. Personal numbers are
 * never shown without a row in the trail: a change has written its own, a call that changed nothing is noted as a
 * reading, and a refusal (which would undo such a row) shows the list's row instead of the record.
 */
export function staffRegistrationSteps(
  context: Context,
  caller: Caller,
  id: string,
): Pick<
  LockedChange<LockedRegistration, unknown, StaffRegistration>,
  'lock' | 'notFound' | 'expect' | 'view'
> {
  return {
    lock: (trx) => lockOne(registrations(trx), id),
    notFound: noRegistration,
    expect: { actions: REGISTRATION_ACTIONS, present: ({ trx }) => staffRow(trx, id) },
    view: ({ trx }, change) =>
      change === null ? readRegistration(context, trx, caller, id) : wholeRecord(context, trx, caller, id),
  };
}
