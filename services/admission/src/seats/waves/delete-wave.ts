import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../../context.ts';
import { noWave, WAVE_ACTIONS, waveInUse } from './wave-rules.ts';
import { countApplicants, lockWave, removeWave, waveById } from './waves.repository.ts';
import { toStaffWave } from './waves.view.ts';

/** Deletes a wave without registrations; 409 `wave_in_use` where there are some. Deleted registrations do not hold it. */
export async function deleteWave(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    lock: (trx) => lockWave(trx, id),
    notFound: noWave,
    expect: {
      actions: WAVE_ACTIONS,
      present: async ({ trx }) => toStaffWave(context, await waveById(trx, id), caller),
    },
    apply: async ({ trx, present }) => {
      const count = await countApplicants(trx, id);
      if (count > 0) throw waveInUse('Gelombang yang sudah berisi pendaftaran tidak dapat dihapus.', count);
      await removeWave(trx, id);
      return present;
    },
    audit: (_step, { name, academic_year, jenjang }) => ({
      action: 'wave.deleted',
      subject: id,
      details: { wave: name, academic_year, jenjang },
    }),
    view: () => undefined,
  });
}
