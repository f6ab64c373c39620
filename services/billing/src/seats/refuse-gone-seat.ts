import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';
import { answerOf, hasPassed } from './seat-answers.repository.ts';

/**
 * Refuses to confirm where the seat that was offered is gone: 409 `offer_gone` from the moment on that it is to be released,
 * 409 `offer_expired` after the time to answer. To be called under the lock of the registration's copy, which the release
 * takes too. A registration without an offer is not limited.
 */
export async function refuseGoneSeat(trx: Db, { seat }: RegistrationCopy): Promise<void> {
  if (seat === null) return;
  const gone = conflict('offer_gone', 'Kursi ini sudah dilepas.');
  if (seat.status === 'releasing' || seat.status === 'released') throw gone;
  if ((await answerOf(trx, seat.offer_id))?.answer === 'released') throw gone;
  if (seat.status === 'open' && seat.answer_until !== null && (await hasPassed(trx, seat.answer_until))) {
    throw conflict('offer_expired', 'Batas waktu jawaban sudah lewat. Hubungi sekolah.');
  }
}
