import {
  type CorrectionBody,
  type CorrectionResult,
  correctRegistration as call,
} from '@gerbang/contracts/corrections';
import { isPlaceField, WITHDRAWN_CLOSED } from '@gerbang/domain/corrections';
import { changeLocked, type LockedChange, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import { byDay } from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { publishChild, writeChild } from '../children/change-child.ts';
import type { Context } from '../context.ts';
import { publishProfile, writeProfile } from '../parents/change-parent.ts';
import { afterMoves, type Move } from '../registration-record/moves.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { publishMoves } from '../registration-record/publish.ts';
import {
  type FullRegistration,
  isErased,
  updateRegistration,
} from '../registration-record/registrations.repository.ts';
import { noRegistration, orAlreadyRegistered, REGISTRATION_ACTIONS } from '../registration-record/rules.ts';
import { lockPoolsAt } from '../seats/record/seat-pools.repository.ts';
import { staffRow } from '../registration-record/staff-row.view.ts';
import { changesOf, differing } from '../trail.ts';
import {
  type CorrectionRecord,
  insertCorrection,
  lockRecords,
  readPlace,
  TABLE_OF,
} from './corrections.repository.ts';
import { presentValues, toStaffCorrection, versionOf } from './corrections.view.ts';
import { applyPlace, type Place, type PlaceChange, placeChangeOf, withClass } from './correct-place.ts';
import { followsOf, PRINTED } from './follows.ts';
import { heldBy, isOver, refuseCorrection, refuseForeignFields } from './refuse-correction.ts';

interface Found {
  readonly id: string;
  readonly version: number;
  readonly record: FullRegistration;
}
interface Corrected {
  readonly change: CorrectionBody['changes'];
  readonly correction: CorrectionRecord;
  /** The fee that is owed from now on, where the new place has another one and nothing was paid. */
  readonly fee: number | undefined;
}

/** Locks the pools of both places before the registration, as every change of seats does. */
async function lockBothPlaces(trx: Knex.Transaction, id: string, { changes }: CorrectionBody): Promise<void> {
  if (!Object.keys(changes).some(isPlaceField)) return;
  const present = await readPlace(trx, id);
  if (present) await lockPoolsAt(trx, [present, { ...present, ...withClass(changes, present) }]);
}

/** The locked records; 403 for a foreign field, 409 where the data or the family are gone, both before a version is compared. */
async function lockFor(
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
  body: CorrectionBody,
): Promise<Found | undefined> {
  await lockBothPlaces(trx, id, body);
  const record = await lockRecords(trx, id);
  const gone = !record && (await isErased(trx, id));
  if (!record && !gone) return undefined;
  refuseForeignFields(caller, body);
  if (!record) throw conflict('closed', 'Data pendaftaran ini sudah dihapus dan tidak dapat dikoreksi.');
  if (record.current_stage === 'withdrawn') throw conflict('closed', WITHDRAWN_CLOSED);
  return { id, version: versionOf(record), record };
}

/** Writes the new values as their family would. */
async function writeFields(
  context: Context,
  trx: Knex.Transaction,
  record: FullRegistration,
  { target, changes }: CorrectionBody,
  place: PlaceChange | null,
): Promise<void> {
  if (target === 'child') await writeChild(context, trx, record.child, changes);
  else if (target === 'parents') await writeProfile(context, trx, record.parent, changes);
  else await updateRegistration(trx, record, { ...changes, ...place?.columns });
}

/** Lets copies and features follow, and tells the family once. */
async function publishCorrection(
  context: Context,
  { trx, present: { record } }: LockedStep<Found>,
  { target, changes }: CorrectionBody,
  { id, origin }: { readonly id: string; readonly origin: Caller['origin'] },
): Promise<void> {
  const fields = Object.keys(changes);
  // What papers print, other services keep as well.
  const more = { corrected: fields.some((field) => PRINTED.includes(field)) };
  if (target === 'child') await publishChild(context, trx, record.child_id, changes, more);
  else if (target === 'parents') await publishProfile(context, trx, record.parent, changes, origin, more);
  else {
    const edit: Move = { kind: 'edit', id: record.id, stage: record.current_stage, fields };
    if (fields.some(isPlaceField)) await publishMoves(context, trx, [edit], more);
    else await afterMoves(context, trx, [edit]);
  }
  const child_full_name = target === 'child' ? changes.full_name : undefined;
  await notifyFamily(
    context,
    trx,
    { origin },
    {
      ...record,
      family_user_id: record.parent.user_id,
      child_full_name: child_full_name ?? record.child_full_name,
    },
    { kind: 'data_corrected', entryId: id, ...byDay(context) },
  );
}

const ACTIONS = {
  child: 'child.corrected',
  parents: 'parent.corrected',
  registration: 'registration.corrected',
} as const;

/** The steps of a correction; a preview stops before anything is written. */
function correction(
  context: Context,
  caller: Caller,
  id: string,
  sent: CorrectionBody,
): LockedChange<Found, Corrected, CorrectionResult> {
  const { columns } = context;
  let follows: CorrectionResult['follows'] = [];
  // The target stays with its fields; only the values that are new are left of them.
  let body = sent;
  return {
    lock: (trx) => lockFor(trx, caller, id, sent),
    notFound: noRegistration,
    expect: { actions: REGISTRATION_ACTIONS, present: ({ trx }) => staffRow(trx, id) },
    apply: async ({ trx, present: { record }, actor }) => {
      const { target, reason, basis, document_id = null } = sent;
      const before = presentValues(columns, record)[target];
      const change = differing<CorrectionBody['changes']>(withClass(sent.changes, record), before);
      const fields = Object.keys(change);
      if (fields.length === 0) throw unprocessable('no_change', 'Tidak ada isian yang berubah.');
      body = { ...sent, changes: change } as CorrectionBody;
      await refuseCorrection(context, trx, record, body);
      const place =
        target === 'registration'
          ? await placeChangeOf(context, trx, record, {
              change: change as Partial<Place>,
              over: isOver(sent),
            })
          : null;
      follows = [...(place?.follows ?? []), ...(await followsOf(trx, target, record, fields))];
      if (sent.preview) return null;
      if (place) await applyPlace(context, trx, record, place, await actor());
      await writeFields(context, trx, record, body, place);
      const values = Object.entries(change).map(([field, after]) => [
        field,
        { before: before[field] ?? null, after: after ?? null },
      ]);
      const made = await insertCorrection(
        trx,
        columns,
        {
          registration_id: id,
          target,
          record_id: heldBy(sent, record).id,
          changes: Object.fromEntries(values),
          reason,
          basis,
          document_id,
        },
        await actor(),
      );
      return { change, correction: made, fee: place?.columns.payment_amount };
    },
    audit: ({ present: { record } }, { change, correction: { target, basis }, fee }) => ({
      action: ACTIONS[target],
      subject: heldBy(sent, record).id,
      details: {
        registration_id: id,
        basis,
        ...changesOf(TABLE_OF[target], heldBy(sent, record), change),
        ...(fee !== undefined && { fee: { from: record.payment_amount, to: fee } }),
        ...(isOver(sent) && { over_capacity: sent.reason }),
      },
    }),
    publish: (step, { correction: made }) =>
      publishCorrection(context, step, body, { id: made.id, origin: caller.origin }),
    view: (_step, changed) => ({
      correction: changed && toStaffCorrection(columns, changed.correction),
      follows,
    }),
  };
}

/**
 * Corrects fields of a child, of its parents or of the registration, with a reason that the family reads. A preview says what
 * would follow and writes nothing.
 */
export async function correctRegistration(
  context: Context,
  caller: Caller,
  id: string,
  body: CorrectionBody,
): Promise<CorrectionResult> {
  const seen = { ...caller, ifMatch: String(body.version) };
  const steps = correction(context, caller, id, body);
  if (body.preview) return changeLocked(context.database, seen, steps);
  return orAlreadyRegistered(() =>
    changeOnce(context, seen, { route: call.id, body: { id, ...body } }, steps),
  );
}
