import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { conflict, notFound, type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { orTaken } from '../violations.ts';

/** What the family agreed to when it saved a child; a changed sentence gets a new version (Precisions, Family). */
export const CONSENT_VERSION = '2026-11';

/** The actions of the trail that change a child, for the answer to a stale version. */
export const CHILD_ACTIONS = ['child.created', 'child.updated'] as const;

/** The answer for a child that is not there, or not the caller's: they are not told apart. */
export const noChild = (): Problem => notFound('Data anak tidak ditemukan');

/** 409 while a confirmation of re-enrolment is being processed or is done (decisions, Family). */
export const childLocked = (): Problem =>
  conflict('locked', 'Data anak tidak dapat diubah lagi karena daftar ulang sudah diproses.');

/** Nobody is born tomorrow, by the school's calendar (reliability B8). */
export function refuseFutureBirth({ now }: Pick<Context, 'now'>, birthDate: string | undefined): void {
  if (birthDate === undefined || birthDate <= jakartaDay(now())) return;
  const message = 'Tanggal lahir tidak boleh di masa depan';
  throw unprocessable('birth_date', message, [{ path: 'birth_date', message }]);
}

/** Runs a write; a NIK that another child of the foundation has is 409, also in a race (decisions, Family). */
export function orNikTaken<T>(write: () => Promise<T>): Promise<T> {
  return orTaken('children_nik', { code: 'nik_taken', message: 'NIK sudah terdaftar', path: 'nik' }, write);
}
