import type { withdrawAcceptance as call } from '@gerbang/contracts/internal-calls';
import { refundRuleSchema } from '@gerbang/contracts/refund-rule';
import { keptBecause } from '@gerbang/domain/seat-answers';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { conflict, unavailable } from '@gerbang/service-kit/http/problems';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { closeAcceptance, lockRegistration } from '../registrations/registrations.repository.ts';
import { declineWaiting } from './decline-waiting.ts';
import { confirmationStanding, lockConfirmation } from './enrollment-confirmations.repository.ts';

type Acceptance = z.output<typeof call.body>;
type Standing = z.output<typeof call.response>;

/** Why a confirmation ends with its acceptance. */
export const REASONS = { corrected: 'Hasil dikoreksi', withdrawn: 'Mengundurkan diri' } as const;

/** Whether a confirmation waits, the rule of refunds that its family has read, and what it has paid. */
export function standing(confirmation: Awaited<ReturnType<typeof confirmationStanding>>): Standing {
  const waits = confirmation?.status === 'pending' || confirmation?.status === 'submitted';
  const rule = confirmation?.refund_rule;
  const paid = confirmation?.paid ?? 0;
  return { waits, rule: rule ? refundRuleSchema.parse(rule) : null, ...(paid > 0 && { paid }) };
}

/** The copy of a registration whose acceptance ends, locked; 503 while an event of it is on its way, whose older copy would be written over it. */
export async function lockAccepted(
  trx: Db,
  { registration_id, version }: Pick<Acceptance, 'registration_id' | 'version'>,
): Promise<void> {
  const copy = await lockRegistration(trx, registration_id);
  if (copy && Number(copy.version) >= version) return;
  throw unavailable(2, new Error('a registration is accepted whose event has not come'));
}

/** Closes the copy of a family that leaves, and lets admission look whether it has left indeed. */
export async function closeLeft(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  registration_id: string,
  requestId: string,
): Promise<void> {
  await closeAcceptance(trx, registration_id, 'withdrawn');
  await outbox.publish(trx, 'acceptance.ended', { registration_id }, { requestId });
}

/**
 * Ends the acceptance of a registration whose result is corrected or whose family leaves. Under the lock of its copy, as a confirmation: exactly one of
 * the two wins, and what was processed or paid always stays. The copy is closed at once, so that nothing is confirmed before
 * admission's event of the new stage comes; should admission fail after this, its next event opens the copy again.
 */
export async function withdrawAcceptance(
  context: Context,
  { registration_id, version, to, approved_by: actor, preview, unconfirmed }: Acceptance,
  { requestId }: Origin,
): Promise<Standing> {
  if (preview) return standing(await confirmationStanding(context.database.knex, registration_id));
  return context.database.transaction(async (trx) => {
    await lockAccepted(trx, { registration_id, version });
    const confirmation = await lockConfirmation(trx, { registration_id });
    if (keptBecause('staff', confirmation ?? null) !== null) {
      throw conflict(
        'already_processed',
        'Daftar ulang anak ini sudah diproses atau dibayar. Batalkan skema dan pembayarannya dahulu.',
      );
    }
    const stood = standing(confirmation);
    if (unconfirmed && stood.waits) throw conflict('confirmed', 'Keluarga sudah mengirim daftar ulang.');
    if (confirmation && stood.waits) {
      const reason = REASONS[to === 'withdrawn' ? to : 'corrected'];
      await declineWaiting(context, trx, confirmation.id, { actor, reason, requestId, quiet: true });
    }
    if (to === 'withdrawn') await closeLeft(context, trx, registration_id, requestId);
    else await closeAcceptance(trx, registration_id, to);
    return stood;
  });
}
