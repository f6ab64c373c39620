import type { updateWave as call, StaffWave } from '@gerbang/contracts/waves';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { publishRegistrations } from '../../registration-record/publish.ts';
import { refuseReadOnly } from '../../registration-record/rules.ts';
import { changesOf, differing } from '../../trail.ts';
import { noWave, orOverlap, refusePeriod, refuseTimes, WAVE_ACTIONS, waveInUse } from './wave-rules.ts';
import {
  applicantIds,
  countApplicants,
  lockPlace,
  lockWave,
  updateWave,
  waveById,
  type WaveRow,
} from './waves.repository.ts';
import { toStaffWave } from './waves.view.ts';

type Body = z.output<(typeof call)['body']>;

const isoOf = ({ opens_at, closes_at }: Pick<WaveRow, 'opens_at' | 'closes_at'>) => ({
  opens_at: opens_at.toISOString(),
  closes_at: closes_at.toISOString(),
});
const momentOf = (text: string | undefined) =>
  text === undefined ? undefined : new Date(text).toISOString();

/** The sent fields whose value is new; moments as texts. */
function changeOf({ version: _version, cancelled, ...body }: Body, present: WaveRow) {
  const sent = { ...body, opens_at: momentOf(body.opens_at), closes_at: momentOf(body.closes_at) };
  const fields = differing(sent, { ...present, ...isoOf(present) });
  const isCancelled = present.cancelled_at !== null;
  const cancels = cancelled === undefined || cancelled === isCancelled ? null : cancelled;
  return { fields, cancels };
}
type Change = ReturnType<typeof changeOf>;

/** Refuses times in the wrong order, a period that is not there, and another opening once registrations are in the wave. */
async function refuseChange(
  { school }: Context,
  trx: Db,
  present: WaveRow,
  { fields }: Change,
): Promise<void> {
  await refuseReadOnly(trx, present.academic_year);
  const { opens_at = present.opens_at, closes_at = present.closes_at } = fields;
  refuseTimes({ opens_at: new Date(opens_at), closes_at: new Date(closes_at) });
  refusePeriod(school.settings, fields.payment_period);
  if (fields.opens_at === undefined) return;
  const count = await countApplicants(trx, present.id);
  if (count > 0)
    throw waveInUse('Waktu buka tidak dapat diubah: gelombang ini sudah berisi pendaftaran.', count);
}

const actionOf = ({ cancels }: Change) => {
  if (cancels === null) return 'wave.changed';
  return cancels ? 'wave.cancelled' : 'wave.restored';
};

/**
 * Changes, cancels or restores a wave; a changed fee is unconfirmed again. 409 `stale`, `wave_overlap`, `wave_in_use`, 422
 * `closes_before_opens`.
 */
export async function changeWave(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffWave> {
  const view = async (trx: Db) => toStaffWave(context, await waveById(trx, id), caller);
  return orOverlap(() =>
    changeLocked(
      context.database,
      { ...caller, ifMatch: String(body.version) },
      {
        lock: (trx) => lockWave(trx, id),
        notFound: noWave,
        expect: { actions: WAVE_ACTIONS, present: ({ trx }) => view(trx) },
        apply: async ({ trx, present, actor }) => {
          const change = changeOf(body, present);
          const { fields, cancels } = change;
          await refuseChange(context, trx, present, change);
          if (cancels === null && Object.keys(fields).length === 0) return null;
          await lockPlace(trx, present);
          const typed = (fields.fee_override ?? null) !== null;
          const { opens_at, closes_at, ...others } = fields;
          await updateWave(trx, present, {
            ...others,
            ...(opens_at !== undefined && { opens_at: new Date(opens_at) }),
            ...(closes_at !== undefined && { closes_at: new Date(closes_at) }),
            ...(cancels !== null && { cancelled_at: cancels ? context.now() : null }),
            ...('fee_override' in fields && {
              fee_typed_by_id: typed ? caller.id : null,
              fee_typed_by_name: typed ? (await actor()).name : null,
              fee_typed_by_role: typed ? caller.role : null,
              fee_confirmed_by_id: null,
              fee_confirmed_by_name: null,
              fee_confirmed_by_role: null,
            }),
          });
          return change;
        },
        audit: ({ present }, change) => {
          const before = { ...present, ...isoOf(present) };
          return {
            action: actionOf(change),
            subject: id,
            details: {
              wave: present.name,
              jenjang: present.jenjang,
              ...changesOf('admission_waves', before, change.fields),
            },
          };
        },
        // Billing proposes the wave's payment period, which travels with the registrations.
        publish: async ({ trx }, { fields }) => {
          if (!('payment_period' in fields)) return;
          await publishRegistrations(context, trx, await applicantIds(trx, id), { bulk: true });
        },
        view: ({ trx }) => view(trx),
      },
    ),
  );
}
