import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { feeClosed } from '../registrations/registrations.repository.ts';

/**
 * What a registration fee owes money from the bank, in rupiah; its copy stays locked, so that no two lines pay one fee. 0
 * where it is verified or closed, where money is on its way to admission, and where no event has told its amount.
 */
export async function lockOwedFee(trx: Db, registrationId: string): Promise<number> {
  const fee = await trx('registrations')
    .where({ id: registrationId })
    .whereRaw(`not ${feeClosed('registrations')}`)
    .whereNot('payment_status', 'verified')
    .forNoKeyUpdate()
    .first<{ payment_amount: number } | undefined>('payment_amount');
  if (!fee) return 0;
  const booked = trx('bank_matches').where({ registration_id: registrationId, status: 'booked' });
  const assigned = trx('unapplied_receipts').where({
    assigned_registration_id: registrationId,
    status: 'assigned',
  });
  if ((await booked.first('id')) || (await assigned.first('id'))) return 0;
  return fee.payment_amount;
}

/** The file of the proof that a family has sent for this fee; null without one. */
export async function feeProof(trx: Db, registrationId: string): Promise<string | null> {
  const fee = await trx('registrations')
    .where({ id: registrationId })
    .first<Pick<Tables['registrations'], 'payment_proof_id'> | undefined>('payment_proof_id');
  return fee?.payment_proof_id ?? null;
}

/** A line's money that did not pay this fee after all. */
interface Refused {
  readonly lineId: string;
  readonly registrationId: string;
  readonly note: string;
}

/**
 * Rejects the booked match of this line and fee and opens an unapplied receipt of its amount; returns the receipt's id, or
 * null where no such match is booked any more.
 */
export async function unapplyMatch(
  trx: Db,
  { lineId, registrationId, note }: Refused,
): Promise<string | null> {
  const [match] = await trx('bank_matches')
    .where({ line_id: lineId, registration_id: registrationId, status: 'booked' })
    .update({ status: 'rejected' })
    .returning<{ amount: number }[]>('amount');
  if (!match) return null;
  const id = uuidv7();
  await trx('unapplied_receipts').insert({
    id,
    line_id: lineId,
    amount: match.amount,
    cause: 'fee_refused',
    note,
  });
  return id;
}

/** Opens the receipt of this line that was assigned to this fee again; returns its id, or null where none is. */
export async function reopenReceipt(
  trx: Db,
  { lineId, registrationId, note }: Refused,
): Promise<string | null> {
  const [receipt] = await trx('unapplied_receipts')
    .where({ line_id: lineId, assigned_registration_id: registrationId, status: 'assigned' })
    .update({
      status: 'open',
      cause: 'fee_refused',
      note,
      assigned_registration_id: null,
      decided_by_id: null,
      decided_by_name: null,
      decided_by_role: null,
      decided_at: null,
      version: trx.raw('version + 1'),
    })
    .returning<{ id: string }[]>('id');
  return receipt?.id ?? null;
}
