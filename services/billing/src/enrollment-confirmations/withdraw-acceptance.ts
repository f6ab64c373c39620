import type { withdrawAcceptance as call } from '@gerbang/contracts/internal-calls';
import { refundRuleSchema } from '@gerbang/contracts/refund-rule';
import { keptBecause } from '@gerbang/domain/seat-answers';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { conflict, unavailable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { closeAcceptance, lockRegistration } from '../registrations/registrations.repository.ts';
import { declineWaiting } from './decline-waiting.ts';
import { confirmationStanding, lockConfirmation } from './enrollment-confirmations.repository.ts';

type Standing = z.output<typeof call.response>;

const REASONS = { corrected: 'Hasil dikoreksi', withdrawn: 'Mengundurkan diri' } as const;

/** Whether a confirmation waits, and the rule of refunds that its family has read. */
function standing(confirmation: Awaited<ReturnType<typeof confirmationStanding>>): Standing {
  const waits = confirmation?.status === 'pending' || confirmation?.status === 'submitted';
  const rule = confirmation?.refund_rule;
  return { waits, rule: rule ? refundRuleSchema.parse(rule) : null };
}

/**
 * Ends the acceptance of a registration whose result is corrected or whose family leaves. Under the lock of its copy, as a confirmation: exactly one of
 * the two wins, and what was processed or paid always stays. The copy is closed at once, so that nothing is confirmed before
 * admission's event of the new stage comes; should admission fail after this, its next event opens the copy again.
 */
export async function withdrawAcceptance(
  context: Context,
  { registration_id, version, to, approved_by: actor, preview }: z.output<typeof call.body>,
  { requestId }: Origin,
): Promise<Standing> {
  if (preview) return standing(await confirmationStanding(context.database.knex, registration_id));
  return context.database.transaction(async (trx) => {
    const copy = await lockRegistration(trx, registration_id);
    // An older copy would be written over by the event of an acceptance that is on its way.
    if (!copy || Number(copy.version) < version) {
      throw unavailable(2, new Error('a registration is accepted whose event has not come'));
    }
    const confirmation = await lockConfirmation(trx, { registration_id });
    if (keptBecause('staff', confirmation ?? null) !== null) {
      throw conflict(
        'already_processed',
        'Daftar ulang anak ini sudah diproses atau dibayar. Batalkan skema dan pembayarannya dahulu.',
      );
    }
    const stood = standing(confirmation);
    if (confirmation && stood.waits) {
      const reason = REASONS[to === 'withdrawn' ? to : 'corrected'];
      await declineWaiting(context, trx, confirmation.id, { actor, reason, requestId, quiet: true });
    }
    await closeAcceptance(trx, registration_id, to);
    return stood;
  });
}
