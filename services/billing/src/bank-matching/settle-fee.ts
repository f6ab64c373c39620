import type { EventPayload } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { refuseHeldFromBank } from '../invoice-payments/alerted-proofs.repository.ts';
import { feeProof, lockOwedFee } from './fee-settlements.repository.ts';

type Settled = EventPayload<'fee.settled'>;

/** Money from the bank for a registration fee. */
interface Settlement extends Pick<Settled, 'registration_id' | 'amount' | 'source' | 'settled_on'> {
  readonly actor: Actor;
  readonly requestId: string;
}

/**
 * Pays a registration fee with money from the bank, in the caller's transaction: admission verifies it, or refuses, and then
 * the money stands unapplied. Call it before the match is booked or the receipt assigned: it locks the fee's copy, and 409
 * `nothing_owed` where the fee does not owe exactly this amount, `proof_alert_open` or `proof_confirmed_reused` for a slip
 * that is like another one. Amounts in rupiah, the day is Jakarta's.
 */
export async function settleFee(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  { actor, requestId, ...settled }: Settlement,
): Promise<void> {
  if ((await lockOwedFee(trx, settled.registration_id)) !== settled.amount) {
    throw conflict('nothing_owed', 'Biaya pendaftaran ini sudah dibayar atau jumlahnya lain.');
  }
  await refuseHeldFromBank(trx, await feeProof(trx, settled.registration_id));
  const by = { ...actor, role: actor.role as Role };
  await outbox.publish(trx, 'fee.settled', { ...settled, actor: by }, { requestId });
}
