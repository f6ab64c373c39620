import { SHEET_STAGES } from '@gerbang/domain/observation-scores';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, type Problem } from '@gerbang/service-kit/http/problems';
import { isAssessorOf, type SheetRecord } from './scores.repository.ts';

export const SENT = 'Lembar ini sudah dikirim. Kepala sekolah dapat membukanya lagi.';
export const NO_RUBRIC = 'Jenjang ini belum mempunyai rubrik yang berlaku.';

interface About {
  readonly id: string;
  readonly current_stage: Stage;
  readonly family_user_id: string;
}

/** 403 for a child of one's own family, and for people who do not observe in the child's slot and are not the head. */
async function personRefused(db: Db, { id: userId, role }: Caller, about: About): Promise<Problem | null> {
  if (about.family_user_id === userId) {
    return forbidden('Anak dari keluarga sendiri dinilai oleh penilai lain.', 'own_family');
  }
  if (role === 'manager_pendidikan' || (await isAssessorOf(db, about.id, userId))) return null;
  return forbidden('Lembar ditulis penilai di jadwal anak ini, atau kepala sekolah.', 'not_assessor');
}

/** 409 before the observation, and once the result was published. */
export function stageRefused({ current_stage }: Pick<About, 'current_stage'>): Problem | null {
  if (SHEET_STAGES.includes(current_stage)) return null;
  const message = 'Lembar ditulis sejak anak hadir observasi sampai hasilnya diumumkan.';
  return conflict('stage_not_allowed', message);
}

/** Why this caller cannot write a sheet about a child now; null where it can. */
export const sheetRefused = async (db: Db, caller: Caller, about: About): Promise<Problem | null> =>
  (await personRefused(db, caller, about)) ?? stageRefused(about);

/** Whether a caller may read all sheets about a child: other assessors after they have sent their own. */
export const readsAll = ({ role }: Caller, own: Pick<SheetRecord, 'status'> | undefined): boolean =>
  role !== 'staff_pendidikan' || own?.status === 'submitted';
