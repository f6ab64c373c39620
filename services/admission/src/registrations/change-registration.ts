import type { Registration } from '@gerbang/contracts/admission.types';
import type { updateRegistration } from '@gerbang/contracts/registrations';
import { isFrozen } from '@gerbang/domain/registrations';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { noChild } from '../children/child-rules.ts';
import { lockOwnChild } from '../children/children.repository.ts';
import type { Context } from '../context.ts';
import { changesOf } from '../trail.ts';
import { publishRegistrations } from './registration-events.ts';
import {
  levelOf,
  nextNumber,
  orAlreadyRegistered,
  REGISTRATION_ACTIONS,
  refuseClosedYear,
  refuseForeignClass,
  refuseMissingClass,
  registrationLocked,
  voidNumbers,
} from './registration-rules.ts';
import { noRegistration, viewOwnRegistration } from './registration-view.ts';
import { lockOwnRegistration, type RegistrationRecord } from './registrations.repository.ts';

type Body = z.output<(typeof updateRegistration)['body']>;

/** Fixed once the payment has left `pending` (Precisions, Registrations). */
const FROZEN = ['child_id', 'jenjang', 'kelas', 'academic_year'] as const;

/** The sent fields that say something new; a new level empties a class that was not chosen with it. */
function differing(body: Body, present: RegistrationRecord): Body {
  const kelas =
    body.jenjang !== undefined && body.jenjang !== present.jenjang ? (body.kelas ?? null) : body.kelas;
  const wanted: Body = { ...body, ...(kelas !== undefined && { kelas }) };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && value !== present[field as keyof Body],
    ),
  );
}

/** Whether what was asked for can be had now: frozen fields, the child, the class, the year. */
async function refuseChange(
  context: Context,
  trx: Db,
  caller: Caller,
  present: RegistrationRecord,
  change: Body,
): Promise<void> {
  if (change.child_id !== undefined && !(await lockOwnChild(trx, caller.id, change.child_id)))
    throw noChild();
  if (isFrozen(present) && FROZEN.some((field) => field in change)) {
    throw conflict(
      'frozen',
      'Anak, jenjang, kelas, dan tahun ajaran tidak dapat diubah setelah bukti pembayaran dikirim.',
    );
  }
  const next = { ...present, ...change };
  if ('jenjang' in change || 'kelas' in change) {
    const level = levelOf(context.school, next.jenjang);
    refuseMissingClass(level, next.kelas);
    refuseForeignClass(level, next.kelas);
  }
  if (change.academic_year !== undefined) refuseClosedYear(context.school, change.academic_year);
}

/** A new level or year brings the fee of today and a new number; the old number stays void (Precisions, Registrations). */
async function renumber(context: Context, trx: Db, present: RegistrationRecord, change: Body) {
  if (change.jenjang === undefined && change.academic_year === undefined) return {};
  const { jenjang, academic_year } = { ...present, ...change };
  const { number, keep } = await nextNumber(trx, academic_year, jenjang);
  await voidNumbers(trx, [present.id]);
  await keep(present.id);
  return { registration_number: number, payment_amount: levelOf(context.school, jenjang).fee };
}

/** Changes the sent fields of an own registration (authorization row C10). */
export async function changeRegistration(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Registration> {
  return orAlreadyRegistered(() =>
    context.database.transaction(async (trx) => {
      const present = await lockOwnRegistration(trx, caller.id, id);
      if (!present) throw noRegistration();
      const view = () => viewOwnRegistration(context, trx, caller.id, id);
      await refuseStale(trx, {
        header: caller.ifMatch,
        record: present,
        actions: REGISTRATION_ACTIONS,
        current: view,
      });
      if (present.locked) throw registrationLocked();
      const change = differing(body, present);
      await refuseChange(context, trx, caller, present, change);
      const changed = Object.keys(change);
      if (changed.length === 0) return view();

      const renewed = await renumber(context, trx, present, change);
      await trx('registrations')
        .where({ id })
        .update({ ...change, ...renewed, version: present.version + 1, updated_at: trx.fn.now() });
      if (change.child_id) {
        await trx('registration_stages').where({ registration_id: id }).update({ child_id: change.child_id });
      }
      await audit(trx, {
        action: 'registration.updated',
        actor: await actorOf(trx, caller),
        subject: id,
        details: {
          ...changesOf('registrations', present, change),
          ...(renewed.registration_number && {
            number: { from: present.registration_number, to: renewed.registration_number },
            fee: { from: present.payment_amount, to: renewed.payment_amount },
          }),
        },
        origin: caller.origin,
      });
      if (FROZEN.some((field) => field in change)) await publishRegistrations(context, trx, [id]);
      return view();
    }),
  );
}
