import type { EventPayload } from '@gerbang/contracts/events';
import type { ActorRole } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { refuseHeldFromBank } from '../invoice-payments/alerted-proofs.repository.ts';
import { feeProof, lockOwedFee } from './fee-settlements.repository.ts';

type Settled = EventPayload<'fee.settled'>;

/** Money from the bank, or through a provider, for registration fees. */
interface Money extends Pick<Settled, 'source' | 'settled_on' | 'channel'> {
  readonly actor: Actor;
  readonly requestId: string;
}
type Fee = Pick<Settled, 'registration_id' | 'amount'>;

const byOf = ({ actor }: Money) => ({ ...actor, role: actor.role as ActorRole });

/** Locks the copy of a fee; 409 unless this money may pay all of it. */
async function refuseUnowed(trx: Db, { registration_id: id, amount }: Fee): Promise<void> {
  if ((await lockOwedFee(trx, id)) !== amount) {
    throw conflict('nothing_owed', 'Biaya pendaftaran ini sudah dibayar atau jumlahnya lain.');
  }
  await refuseHeldFromBank(trx, await feeProof(trx, id));
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
  { registration_id, amount, ...money }: Fee & Money,
): Promise<void> {
  await refuseUnowed(trx, { registration_id, amount });
  const { source, settled_on, channel, requestId } = money;
  const payload = {
    registration_id,
    amount,
    source,
    settled_on,
    ...(channel && { channel }),
    actor: byOf(money),
  };
  await outbox.publish(trx, 'fee.settled', payload, { requestId });
}

/** Pays several registration fees with one transfer, under the rules of `settleFee`: admission verifies all of them, or none. */
export async function settleFees(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  fees: readonly Fee[],
  money: Money,
): Promise<void> {
  for (const fee of fees) await refuseUnowed(trx, fee);
  const { source, settled_on, requestId } = money;
  const payload = { fees: [...fees], source, settled_on, actor: byOf(money) };
  await outbox.publish(trx, 'fees.settled', payload, { requestId });
}
