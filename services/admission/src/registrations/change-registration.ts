import type { updateRegistration as call, Registration } from '@gerbang/contracts/registrations';
import { isFrozen } from '@gerbang/domain/registrations';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import { type Db, preparedIn } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { noChild } from '../registration-record/child-rules.ts';
import { lockOwnChild } from '../registration-record/children.repository.ts';
import type { Context } from '../context.ts';
import { noteSection } from '../registration-record/entered-sections.repository.ts';
import { changesOf, differing } from '../trail.ts';
import { afterMoves, beforeMove, enter, type Move } from '../registration-record/moves.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { nextNumber, voidNumbers } from '../registration-record/new-registration.repository.ts';
import {
  levelOf,
  orAlreadyRegistered,
  refuseClosedYear,
  refuseForeignClass,
  refuseLevelNotOffered,
  refuseMissingClass,
  registrationLocked,
} from '../registration-record/rules.ts';
import { ownRegistrationSteps } from '../registration-record/own-registration.ts';
import {
  type RegistrationRecord,
  updateRegistration,
} from '../registration-record/registrations.repository.ts';

type Body = z.output<(typeof call)['body']>;

/** The fields that are fixed once the payment has left `pending`. */
const FROZEN = ['child_id', 'jenjang', 'kelas', 'academic_year'] as const;

/** The change with the class cleared where a new level comes without one. */
function withClass(body: Body, present: RegistrationRecord): Body {
  if (body.jenjang === undefined || body.jenjang === present.jenjang) return body;
  return { ...body, kelas: body.kelas ?? null };
}

const editOf = ({ id, current_stage: stage }: RegistrationRecord, change: Body): Move => ({
  kind: 'edit',
  id,
  stage,
  fields: Object.keys(change),
});

/** Refuses a change of frozen fields, to a foreign child, to a class of another level or to a closed year. */
async function refuseChange(
  context: Context,
  trx: Db,
  caller: Caller,
  present: RegistrationRecord,
  change: Body,
): Promise<void> {
  if (change.child_id !== undefined && !(await lockOwnChild(trx, caller.id, change.child_id)))
    throw noChild();
  await beforeMove(context, trx, editOf(present, change));
  if (isFrozen(present) && FROZEN.some((field) => field in change)) {
    throw conflict(
      'frozen',
      'Anak, jenjang, kelas, dan tahun ajaran tidak dapat diubah setelah bukti pembayaran dikirim.',
    );
  }
  const next = { ...present, ...change };
  const { settings: school } = context.school;
  if ('jenjang' in change || 'kelas' in change) {
    const level = levelOf(school, next.jenjang);
    if ('jenjang' in change) refuseLevelNotOffered(level);
    refuseMissingClass(level, next.kelas);
    refuseForeignClass(level, next.kelas);
  }
  if (change.academic_year !== undefined) await refuseClosedYear(trx, change.academic_year);
}

/**
 * A new level or year brings the wave and the fee of this moment and a new number; the old number is never given again, and
 * the place in the old wave is free.
 */
async function renumber(context: Context, trx: Knex.Transaction, present: RegistrationRecord, change: Body) {
  if (change.jenjang === undefined && change.academic_year === undefined) return {};
  const { jenjang, academic_year } = { ...present, ...change };
  const { number, keep } = await nextNumber(trx, academic_year, jenjang);
  const terms = await enter(context, preparedIn(trx), {
    kind: 'edit',
    academic_year,
    jenjang,
    in_waves: true,
  });
  await voidNumbers(trx, [present.id]);
  await keep(present.id);
  return {
    registration_number: number,
    payment_amount: terms?.fee ?? levelOf(context.school.settings, jenjang).fee,
    wave_id: terms?.wave_id ?? null,
  };
}

/** Changes the sent fields of a registration of the caller's family. */
export async function changeRegistration(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Registration> {
  return orAlreadyRegistered(() =>
    changeLocked(context.database, caller, {
      ...ownRegistrationSteps(context, caller, id),
      apply: async ({ trx, present, actor }) => {
        if (present.locked) throw registrationLocked();
        const change = differing(withClass(body, present), present);
        if (Object.keys(change).length === 0) return null;
        await refuseChange(context, trx, caller, present, change);
        const renewed = await renumber(context, trx, present, change);
        await updateRegistration(trx, present, { ...change, ...renewed });
        await noteSection(trx, caller, `registration:${id}`, actor);
        return { change, renewed };
      },
      audit: ({ present }, { change, renewed }) => ({
        action: 'registration.updated',
        subject: id,
        details: {
          ...changesOf('registrations', present, change),
          ...(renewed.registration_number && {
            number: { from: present.registration_number, to: renewed.registration_number },
            fee: { from: present.payment_amount, to: renewed.payment_amount },
          }),
        },
      }),
      publish: async ({ trx, present }, { change }) => {
        const follow = FROZEN.some((field) => field in change) ? publishMoves : afterMoves;
        await follow(context, trx, [editOf(present, change)]);
      },
    }),
  );
}
