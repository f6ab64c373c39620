import type { School } from '@gerbang/contracts/school';
import { type Jenjang, type Level, refuseClass, registrationNumber } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { badRequest, conflict, type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import { orTaken } from '../violations.ts';

/** The actions of the trail that change a registration, for the answer to a stale version. */
export const REGISTRATION_ACTIONS = [
  'registration.created',
  'registration.updated',
  'registration.proof_sent',
  'registration.proof_cleared',
  'registration.proof_sent_on_behalf',
  'registration.payment_verified',
  'registration.payment_rejected',
  'registration.payment_reverted',
  'registration.rejection_reason_changed',
  'registration.stage_changed',
  'registration.enrollment_changed',
] as const;

/** 409 while a confirmation of re-enrolment is being processed or is done (decisions, Family). */
export const registrationLocked = (): Problem =>
  conflict('locked', 'Pendaftaran tidak dapat diubah lagi karena daftar ulang sudah diproses.');

/** The level as the school's configuration has it. */
export function levelOf(school: School, jenjang: Jenjang): Level {
  const level = school.levels.find((one) => one.jenjang === jenjang);
  if (!level) throw new Error(`the configuration has no level ${jenjang}`);
  return level;
}

/** A level with classes needs one: a field that is missing, 400 (decisions, Registrations). */
export function refuseMissingClass(level: Level, kelas: string | null): void {
  if (refuseClass(level, kelas) !== 'missing') return;
  throw badRequest(undefined, [{ path: 'kelas', message: 'Kelas harus dipilih' }]);
}

/** A class of another level, or one for a level that has none: values that do not belong together, 422. */
export function refuseForeignClass(level: Level, kelas: string | null): void {
  if (refuseClass(level, kelas) !== 'unknown') return;
  const message =
    level.classes.length === 0
      ? `Jenjang ${level.jenjang} tidak memiliki kelas`
      : 'Kelas tidak ada di jenjang ini';
  throw unprocessable('kelas', message, [{ path: 'kelas', message }]);
}

/** Only the open academic years take registrations (decisions, Registrations). */
export function refuseClosedYear(school: School, year: string): void {
  if (school.academic_years.includes(year)) return;
  const message = 'Tahun ajaran ini tidak dibuka';
  throw unprocessable('academic_year', message, [{ path: 'academic_year', message }]);
}

/** Runs a write; a second live registration of a child and year is 409, also in a race (decisions, Registrations). */
export function orAlreadyRegistered<T>(write: () => Promise<T>): Promise<T> {
  const taken = {
    code: 'already_registered',
    message: 'Anak ini sudah terdaftar pada tahun ajaran tersebut',
    path: 'child_id',
  } as const;
  return orTaken('registrations_live', taken, write);
}

/**
 * The next number of a year and level. The counter's row stays locked until the transaction ends, so that a number is
 * either used or given to the next one: no gaps (decisions, Registrations). `keep` notes it once the registration is
 * there.
 */
export async function nextNumber(trx: Db, academicYear: string, jenjang: Jenjang) {
  const { rows } = await trx.raw(
    `insert into registration_counters as counter (academic_year, jenjang, last) values (?, ?, 1)
     on conflict (academic_year, jenjang) do update set last = counter.last + 1 returning last`,
    [academicYear, jenjang],
  );
  const sequence = (rows as { last: number }[])[0]?.last;
  if (sequence === undefined) throw new Error('the counter gave no number');
  const number = registrationNumber(academicYear, jenjang, sequence);
  return {
    number,
    sequence,
    keep: (registrationId: string) =>
      trx('registration_numbers').insert({
        number,
        academic_year: academicYear,
        jenjang,
        sequence,
        registration_id: registrationId,
      }),
  };
}

/** A number that is never given again: its registration got another one or was deleted. */
export async function voidNumbers(trx: Db, registrationIds: readonly string[]): Promise<void> {
  await trx('registration_numbers')
    .whereIn('registration_id', registrationIds)
    .whereNull('voided_at')
    .update({ voided_at: trx.fn.now() });
}
