import { badRequest, conflict, notFound, type Problem } from '@gerbang/service-kit/http/problems';
import { birthDays } from '@gerbang/domain/day-range';
import type { Context } from '../context.ts';

/** The version of the sentence that the family agrees to when it saves a child; another sentence gets another version. */
export const CONSENT_VERSION = '2026-11';

/** What was agreed to: the version of the sentence, and the documents that it named. */
export const consentTo = (documents: readonly string[]): string =>
  documents.length === 0 ? CONSENT_VERSION : `${CONSENT_VERSION} (${documents.join(', ')})`;

/** The actions of the trail that change a child; the newest of them names the person in a 409 `stale`. */
export const CHILD_ACTIONS = ['child.created', 'child.updated', 'child.corrected'] as const;

/** 404, also for a child of another family: a caller cannot tell the two apart. */
export const noChild = (): Problem => notFound('Data anak tidak ditemukan');

/** 409 while a confirmation of re-enrolment is processed or completed. */
export const childLocked = (): Problem =>
  conflict('locked', 'Data anak tidak dapat diubah lagi karena daftar ulang sudah diproses.');

/** 400 for a birth date after today in the school's time zone. */
export function refuseFutureBirth({ now }: Pick<Context, 'now'>, birthDate: string | undefined): void {
  const { last, late: message } = birthDays(now());
  if (birthDate === undefined || birthDate <= last) return;
  throw badRequest(undefined, [{ path: 'birth_date', message }]);
}
