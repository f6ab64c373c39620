import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { REGISTRATION_ACTIONS } from '../registrations/registration-rules.ts';
import { noRegistration, toRegistration } from '../registrations/registration-view.ts';
import {
  fullRegistration,
  type LockedRegistration,
  lockRegistration,
  registrations,
} from '../registrations/registrations.repository.ts';
import { staffRow } from './staff-list.ts';

/** The whole record, personal numbers included. Whoever shows it leaves a row in the trail: see the callers. */
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

/** The whole record for somebody of the staff; who looked at which child stays in the trail (authorization row X02). */
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

/** What a change of the staff does with the locked record. */
type Change = (trx: Db, present: LockedRegistration) => Promise<'changed' | 'unchanged'>;

/**
 * One change by staff: locks the record, refuses a stale version, changes, answers the record. Personal numbers are
 * never shown without a row in the trail: a change has written its own; for what changed nothing the reading is noted,
 * and a refusal (which would undo such a row) shows the list's row instead of the record.
 */
export async function changeAsStaff(
  context: Context,
  caller: Caller,
  id: string,
  change: Change,
): Promise<StaffRegistration> {
  return context.database.transaction(async (trx) => {
    const present = await lockRegistration(trx, id);
    if (!present) throw noRegistration();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: REGISTRATION_ACTIONS,
      current: () => staffRow(trx, id),
    });
    const outcome = await change(trx, present);
    return outcome === 'changed' ? wholeRecord(context, trx, id) : readRegistration(context, trx, caller, id);
  });
}
