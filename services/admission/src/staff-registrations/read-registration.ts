import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { LockedChange } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { noRegistration, REGISTRATION_ACTIONS } from '../registrations/registration-rules.ts';
import { toRegistration } from '../registrations/registrations.view.ts';
import {
  fullRegistration,
  type LockedRegistration,
  lockRegistration,
  registrations,
} from '../registrations/registrations.repository.ts';
import { staffRow } from './list-registrations.ts';

/** The whole record, personal numbers included: every caller of this function leaves a row in the trail. */
async function wholeRecord(
  context: Pick<Context, 'columns'>,
  db: Db,
  id: string,
): Promise<StaffRegistration> {
  const record = await fullRegistration(registrations(db), db, id);
  if (!record) throw noRegistration();
  const { parent } = record;
  const ktp = (column: 'father_ktp' | 'mother_ktp') => {
    const sealed = parent[column];
    return sealed === null ? null : context.columns.open('parents', column, parent.id, sealed);
  };
  const shown = toRegistration(context, record);
  return {
    ...shown,
    observation_date: record.observation_date,
    parent: {
      ...shown.parent,
      father_ktp: ktp('father_ktp'),
      mother_ktp: ktp('mother_ktp'),
      kelurahan: parent.kelurahan,
      kecamatan: parent.kecamatan,
      kab_kota: parent.kab_kota,
      provinsi: parent.provinsi,
    },
  };
}

/** The whole record for a member of the staff; the trail keeps who read which child's. */
export async function readRegistration(
  context: Context,
  db: Db,
  caller: Caller,
  id: string,
): Promise<StaffRegistration> {
  const record = await wholeRecord(context, db, id);
  await audit(db, {
    action: 'registration.read',
    actor: await actorOf(db, caller),
    subject: id,
    details: { child_id: record.child_id },
    origin: caller.origin,
  });
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
    lock: (trx) => lockRegistration(trx, id),
    notFound: noRegistration,
    expect: { actions: REGISTRATION_ACTIONS, present: ({ trx }) => staffRow(trx, id) },
    view: ({ trx }, change) =>
      change === null ? readRegistration(context, trx, caller, id) : wholeRecord(context, trx, id),
  };
}
