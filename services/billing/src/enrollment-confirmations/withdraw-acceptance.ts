import type { withdrawAcceptance as call } from '@gerbang/contracts/internal-calls';
import { keptBecause } from '@gerbang/domain/seat-answers';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { conflict, unavailable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { closeAcceptance, lockRegistration } from '../registrations/registrations.repository.ts';
import { declineWaiting } from './decline-waiting.ts';
import { lockConfirmation } from './enrollment-confirmations.repository.ts';

const REASON = 'Hasil dikoreksi';

/**
 * Ends the acceptance of a registration whose result is corrected. Under the lock of its copy, as a confirmation: exactly one of
 * the two wins, and what was processed or paid always stays. The copy is closed at once, so that nothing is confirmed before
 * admission's event of the new stage comes; should admission fail after this, its next event opens the copy again.
 */
export async function withdrawAcceptance(
  context: Context,
  { registration_id, version, to, approved_by: actor }: z.output<typeof call.body>,
  { requestId }: Origin,
): Promise<Record<string, never>> {
  return context.database.transaction(async (trx) => {
    const copy = await lockRegistration(trx, registration_id);
    // An older copy would be written over by the event of an acceptance that is on its way.
    if (!copy || Number(copy.version) < version) {
      throw unavailable(2, new Error('a registration is corrected whose event has not come'));
    }
    const confirmation = await lockConfirmation(trx, { registration_id });
    if (keptBecause('staff', confirmation ?? null) !== null) {
      throw conflict(
        'already_processed',
        'Daftar ulang anak ini sudah diproses atau dibayar. Batalkan skema dan pembayarannya dahulu.',
      );
    }
    if (confirmation?.status === 'pending' || confirmation?.status === 'submitted') {
      await declineWaiting(context, trx, confirmation.id, { actor, reason: REASON, requestId, quiet: true });
    }
    await closeAcceptance(trx, registration_id, to);
    return {};
  });
}
