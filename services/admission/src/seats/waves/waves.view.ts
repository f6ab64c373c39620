import type { StaffWave, WaveList } from '@gerbang/contracts/waves';
import { can } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import type { Role } from '@gerbang/domain/roles';
import { needsOtherConfirmer, owedFee, waveRoom, waveState } from '@gerbang/domain/waves';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { levelOf } from '../../registration-record/rules.ts';
import { waveById, type WaveRecord, wavesOfYear } from './waves.repository.ts';

type Parts = Pick<Context, 'config' | 'school' | 'now'>;
/** The account that reads. */
type Reader = { readonly id: string; readonly role: Role };
type Wave = WaveList['levels'][number]['waves'][number];

/** What families read: no count of people. */
export function toWave({ school, now }: Pick<Parts, 'school' | 'now'>, wave: WaveRecord): Wave {
  const state = wave.cancelled_at === null ? waveState(wave, now()) : 'closed';
  return {
    name: wave.name,
    state,
    opens_at: wave.opens_at.toISOString(),
    closes_at: wave.closes_at.toISOString(),
    fee: owedFee(wave, levelOf(school.settings, wave.jenjang).fee),
    left: state === 'open' || state === 'full' ? waveRoom(wave) : null,
  };
}

/** Whether this person may confirm the wave's own fee now. */
function mayConfirm({ config }: Pick<Parts, 'config'>, wave: WaveRecord, { id, role }: Reader): boolean {
  return (
    can(role, 'waves.confirm_fee') &&
    wave.fee_override !== null &&
    wave.fee_confirmed_by_id === null &&
    wave.cancelled_at === null &&
    !needsOtherConfirmer(wave, id, config.FOUR_EYES === 'on')
  );
}

const personOf = (name: string | null, role: Role | null) => role && { name, role };

/** What staff read. */
export function toStaffWave(parts: Parts, wave: WaveRecord, reader: Reader): StaffWave {
  return {
    ...toWave(parts, wave),
    id: wave.id,
    version: wave.version,
    academic_year: wave.academic_year,
    jenjang: wave.jenjang,
    applicants_max: wave.applicants_max,
    fee_override: wave.fee_override,
    fee_typed_by: personOf(wave.fee_typed_by_name, wave.fee_typed_by_role),
    fee_confirmed_by: personOf(wave.fee_confirmed_by_name, wave.fee_confirmed_by_role),
    may_confirm: mayConfirm(parts, wave, reader),
    payment_period: wave.payment_period,
    note: wave.note,
    cancelled: wave.cancelled_at !== null,
  };
}

/** The waves of a year by level; without a year those of the first one that is open. */
export async function waveList(
  parts: Parts,
  db: Db,
  reader: Reader,
  academicYear: string | undefined,
): Promise<WaveList> {
  const year = academicYear ?? parts.school.settings.academic_years[0] ?? '';
  const staff = reader.role !== 'wali_murid';
  const waves = (await wavesOfYear(db, year)).filter((one) => staff || one.cancelled_at === null);
  return {
    academic_year: year,
    levels: JENJANG.flatMap((jenjang) => {
      const own = waves.filter((one) => one.jenjang === jenjang);
      if (own.length === 0) return [];
      return [
        {
          jenjang,
          waves: own.map((one) => {
            if (!staff) return toWave(parts, one);
            const { academic_year: _year, jenjang: _level, ...shown } = toStaffWave(parts, one, reader);
            return shown;
          }),
        },
      ];
    }),
  };
}

/** The wave in which a registration was made, for the export of its family's data. */
export const exportedWave = async (
  _context: unknown,
  db: Db,
  { wave_id }: { readonly wave_id: string | null },
): Promise<{ readonly wave?: string }> =>
  wave_id === null ? {} : { wave: (await waveById(db, wave_id)).name };
