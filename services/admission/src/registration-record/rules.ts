import {
  refusedField,
  badRequest,
  conflict,
  notFound,
  type Problem,
} from '@gerbang/service-kit/http/problems';
import type { YearState } from '@gerbang/domain/academic-years';
import type { Db } from '@gerbang/service-kit/data/database';
import { holdYear } from './academic-years.repository.ts';
import type { School } from '@gerbang/contracts/school';
import {
  hasResult,
  nextStages,
  type SelectableStage,
  STAFF_STAGE_LABELS,
} from '@gerbang/domain/registration-stages';
import { type Jenjang, type Level, refuseClass } from '@gerbang/domain/levels';
import { orTaken } from '@gerbang/service-kit/http/or-taken';
import type { LockedRegistration } from './registrations.repository.ts';

/** The actions of the trail that change a registration; the newest of them names the person in a 409 `stale`. */
export const REGISTRATION_ACTIONS = [
  'registration.created',
  'registration.updated',
  'registration.corrected',
  'registration.proof_sent',
  'registration.proof_cleared',
  'registration.proof_sent_on_behalf',
  'registration.payment_verified',
  'registration.payment_settled',
  'registration.payment_rejected',
  'registration.payment_reverted',
  'registration.payment_reversed',
  'registration.fee_returned',
  'registration.rejection_reason_changed',
  'registration.stage_changed',
  'registration.withdrawn',
  'registration.enrollment_changed',
] as const;

/** 404, also for a registration of another family: a caller cannot tell the two apart. */
export const noRegistration = (): Problem => notFound('Data pendaftaran tidak ditemukan');

/** 409 while a confirmation of re-enrolment is processed or completed. */
export const registrationLocked = (): Problem =>
  conflict('locked', 'Pendaftaran tidak dapat diubah lagi karena daftar ulang sudah diproses.');

/** 409 where staff may not choose this stage now, by hand or as presence. */
export function refuseStage(
  { current_stage: from, payment_status }: Pick<LockedRegistration, 'current_stage' | 'payment_status'>,
  to: SelectableStage,
  by: 'staff' | 'presence' = 'staff',
): void {
  if (nextStages(from, payment_status === 'verified', by).includes(to)) return;
  if (nextStages(from, true, by).includes(to)) {
    throw conflict('fee_not_verified', 'Tahap belum dapat diubah: biaya pendaftaran belum terverifikasi.');
  }
  throw conflict(
    'stage_not_allowed',
    `Tahap tidak dapat diubah dari ${STAFF_STAGE_LABELS[from]} menjadi ${STAFF_STAGE_LABELS[to]}.`,
  );
}

/** The level in the school's configuration. */
export function levelOf(school: School, jenjang: Jenjang): Level {
  const level = school.levels.find((one) => one.jenjang === jenjang);
  if (!level) throw new Error(`the configuration has no level ${jenjang}`);
  return level;
}

/** 409 while the school takes no registrations. */
export function refuseClosedSchool({ open }: School): void {
  if (!open) throw conflict('school_not_open', 'Pendaftaran belum dibuka.');
}

/** 422 for a level that the school does not offer. */
export function refuseLevelNotOffered({ offered, label }: Level): void {
  if (!offered) throw refusedField('jenjang', 'jenjang', `Jenjang ${label} tidak dibuka`);
}

/** 400 where a level with classes has none chosen. */
export function refuseMissingClass(level: Level, kelas: string | null): void {
  if (refuseClass(level, kelas) !== 'missing') return;
  throw badRequest(undefined, [{ path: 'kelas', message: 'Kelas harus dipilih' }]);
}

/** 422 for a class of another level, or one for a level that has none. */
export function refuseForeignClass(level: Level, kelas: string | null): void {
  if (refuseClass(level, kelas) !== 'unknown') return;
  const message =
    level.classes.length === 0
      ? `Jenjang ${level.jenjang} tidak memiliki kelas`
      : 'Kelas tidak ada di jenjang ini';
  throw refusedField('kelas', 'kelas', message);
}

/** 422 for an academic year that is not open, by its state as the transaction holds it. */
export function refuseYear(state: YearState | null | undefined, year: string): void {
  if (state === 'open') return;
  const isOver = state === 'closed' || state === 'archived';
  const message = isOver
    ? `Pendaftaran tahun ajaran ${year} sudah ditutup. Pilih tahun ajaran lain.`
    : 'Tahun ajaran ini tidak dibuka';
  throw refusedField('academic_year', 'academic_year', message);
}

/** The same, for a year that no one closes until the transaction ends. */
export async function refuseClosedYear(trx: Db, year: string): Promise<void> {
  refuseYear(await holdYear(trx, year), year);
}

/**
 * Whether the fee of a registration can be paid no more because its year is over, by a year that no one closes until the
 * transaction ends. What has a result stays with its family.
 */
export async function isYearOver(
  trx: Db,
  { academic_year, current_stage }: Pick<LockedRegistration, 'academic_year' | 'current_stage'>,
): Promise<boolean> {
  if (hasResult(current_stage)) return false;
  const state = await holdYear(trx, academic_year);
  return state === 'closed' || state === 'archived';
}

/** 409 for a registration of a closed year, whose lists staff only read; held as long as the transaction runs. */
export async function refuseReadOnly(trx: Db, academic_year: string): Promise<void> {
  const state = await holdYear(trx, academic_year);
  if (state !== 'closed' && state !== 'archived') return;
  throw conflict(
    'year_closed',
    `Tahun ajaran ${academic_year} sudah ditutup; daftarnya hanya dapat dibaca. Buka kembali tahunnya bila perlu.`,
  );
}

/** Runs a write; a second live registration of a child and year is 409, also when two calls race. */
export function orAlreadyRegistered<T>(write: () => Promise<T>): Promise<T> {
  const taken = {
    code: 'already_registered',
    message: 'Anak ini sudah terdaftar pada tahun ajaran tersebut',
    path: 'child_id',
  } as const;
  return orTaken('registrations_live', taken, write);
}
