import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { feeOwed } from '../registrations/registrations.repository.ts';

/**
 * What a registration fee owes money from the bank, in rupiah; its copy stays locked, so that no two lines pay one fee. 0
 * where it is verified and nothing more is asked, or closed, where money is on its way to admission, and where no event has told
 * its amount.
 */
export async function lockOwedFee(trx: Db, registrationId: string): Promise<number> {
  const fee = await trx('registrations')
    .where({ id: registrationId })
    .forNoKeyUpdate()
    .first<{ owed: number; fee_asked_at: Date | null } | undefined>(
      trx.raw(`${feeOwed('registrations')} as owed`),
      'fee_asked_at',
    );
  if (!fee || fee.owed === 0) return 0;
  const booked = trx('bank_matches').where({ registration_id: registrationId, status: 'booked' });
  const assigned = trx('unapplied_receipts').where({
    assigned_registration_id: registrationId,
    status: 'assigned',
  });
  for (const paid of [booked, assigned]) {
    if (fee.fee_asked_at !== null) void paid.where('decided_at', '>', fee.fee_asked_at);
    if (await paid.first('id')) return 0;
  }
  return fee.owed;
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
  /** A line can pay the fee, and its rest what a corrected level costs more. */
  readonly amount: number;
  readonly note: string;
}

/**
 * Rejects the booked match of this line and fee and opens an unapplied receipt of its amount; returns the receipt's id, or
 * null where no such match is booked any more.
 */
export async function unapplyMatch(
  trx: Db,
  { lineId, registrationId, amount, note }: Refused,
): Promise<string | null> {
  const [match] = await trx('bank_matches')
    .where({ line_id: lineId, registration_id: registrationId, amount, status: 'booked' })
    .update({ status: 'rejected' })
    .returning<{ id: string }[]>('id');
  if (!match) return null;
  const id = uuidv7();
  await trx('unapplied_receipts').insert({
    id,
    line_id: lineId,
    amount,
    cause: 'fee_refused',
    note,
  });
  return id;
}

/** Opens the receipt of this line that was assigned to this fee again; returns its id, or null where none is. */
export async function reopenReceipt(
  trx: Db,
  { lineId, registrationId, amount, note }: Refused,
): Promise<string | null> {
  const [receipt] = await trx('unapplied_receipts')
    .where({ line_id: lineId, assigned_registration_id: registrationId, amount, status: 'assigned' })
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
