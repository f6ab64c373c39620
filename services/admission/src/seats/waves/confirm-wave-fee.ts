import type { StaffWave } from '@gerbang/contracts/waves';
import { needsOtherConfirmer } from '@gerbang/domain/waves';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden } from '@gerbang/service-kit/http/problems';
import type { Context } from '../../context.ts';
import { refuseReadOnly } from '../../registration-record/rules.ts';
import { noWave, WAVE_ACTIONS } from './wave-rules.ts';
import { lockWave, updateWave, waveById, type WaveRow } from './waves.repository.ts';
import { toStaffWave } from './waves.view.ts';

/** 409 without a fee of its own, 403 `four_eyes` for the person who typed it. */
async function refuseConfirmation(
  { config, assertEyes }: Context,
  caller: Caller,
  present: WaveRow,
): Promise<void> {
  if (present.fee_override === null)
    throw conflict('no_own_fee', 'Gelombang ini tidak memiliki biaya sendiri.');
  if (needsOtherConfirmer(present, caller.id, config.FOUR_EYES === 'on')) {
    throw forbidden('Biaya gelombang harus dipastikan oleh orang lain.', 'four_eyes');
  }
  if (config.FOUR_EYES !== 'on' || present.fee_typed_by_id === null) return;
  await assertEyes(caller.id, [present.fee_typed_by_id], caller.origin.requestId);
}

/** Makes the wave's own fee count for registrations from now on, or takes that back; those that exist keep theirs. */
export async function confirmWaveFee(
  context: Context,
  caller: Caller,
  id: string,
  { confirm, version }: { readonly confirm: boolean; readonly version: number },
): Promise<StaffWave> {
  const view = async (trx: Db) => toStaffWave(context, await waveById(trx, id), caller);
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockWave(trx, id),
      notFound: noWave,
      expect: { actions: WAVE_ACTIONS, present: ({ trx }) => view(trx) },
      apply: async ({ trx, present, actor }) => {
        await refuseReadOnly(trx, present.academic_year);
        if (confirm) await refuseConfirmation(context, caller, present);
        if (confirm === (present.fee_confirmed_by_id !== null)) return null;
        await updateWave(trx, present, {
          fee_confirmed_by_id: confirm ? caller.id : null,
          fee_confirmed_by_name: confirm ? (await actor()).name : null,
          fee_confirmed_by_role: confirm ? caller.role : null,
        });
        return present;
      },
      audit: (_step, { name, jenjang, fee_override }) => ({
        action: confirm ? 'wave.fee_confirmed' : 'wave.fee_withdrawn',
        subject: id,
        details: { wave: name, jenjang, fee_override },
      }),
      view: ({ trx }) => view(trx),
    },
  );
}
