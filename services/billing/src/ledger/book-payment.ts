import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';

/** A payment that is being verified. */
interface Booked {
  readonly id: string;
  readonly enrollment_invoice_id: string;
  readonly amount_paid: number;
}

/**
 * Adds a payment to what its invoice was paid, and writes the ledger's row; null, and nothing written, where that would be
 * more than the total. The guard is in the UPDATE itself (reliability I1, I2), whatever the caller looked at before.
 */
export async function bookPayment(
  trx: Db,
  payment: Booked,
  actor: Actor,
): Promise<{ paid_amount: number; total_amount: number } | null> {
  const { id, enrollment_invoice_id, amount_paid: amount } = payment;
  const [invoice] = await trx('enrollment_invoices')
    .where({ id: enrollment_invoice_id })
    .whereRaw('paid_amount + ? <= total_amount', [amount])
    .update({ paid_amount: trx.raw('paid_amount + ?', [amount]) })
    .returning(['paid_amount', 'total_amount']);
  if (!invoice) return null;
  await trx('invoice_ledger').insert({
    id: uuidv7(),
    enrollment_invoice_id,
    payment_id: id,
    amount,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  return invoice;
}
