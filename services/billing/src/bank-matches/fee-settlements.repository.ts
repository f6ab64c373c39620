import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { feeOwed, sinceAsked } from '../registrations/registrations.repository.ts';

/**
 * SQL: of a row of registrations, the requests to the provider that have paid what its fee asks for now, while admission has not
 * given their money back.
 */
export const PAID_ONLINE = `select from pay_requests q join pay_notifications w on w.request_no = q.request_no
  where q.registration_id = registrations.id and q.status = 'paid' and w.outcome = 'booked'
    and ${sinceAsked('w.received_at', 'registrations')}
    and not exists (select from unapplied_receipts u where u.pay_request_id = q.id and u.cause = 'fee_refused')`;

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
  const online = await trx('registrations').where({ id: registrationId }).whereRaw(`exists (${PAID_ONLINE})`);
  return online.length > 0 ? 0 : fee.owed;
}

/** The file of the proof that a family has sent for this fee; null without one. */
export async function feeProof(trx: Db, registrationId: string): Promise<string | null> {
  const fee = await trx('registrations')
    .where({ id: registrationId })
    .first<Pick<Tables['registrations'], 'payment_proof_id'> | undefined>('payment_proof_id');
  return fee?.payment_proof_id ?? null;
}

/** Money of a line, or of a request, that did not pay this fee after all. */
interface Refused {
  readonly source: Pick<Tables['unapplied_receipts'], 'line_id' | 'pay_request_id'>;
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
  { source: { line_id }, registrationId, amount, note }: Refused,
): Promise<string | null> {
  const [match] = await trx('bank_matches')
    .where({ line_id, registration_id: registrationId, amount, status: 'booked' })
    .update({ status: 'rejected' })
    .returning<{ id: string }[]>('id');
  if (!match) return null;
  const id = uuidv7();
  await trx('unapplied_receipts').insert({
    id,
    line_id,
    amount,
    cause: 'fee_refused',
    note,
  });
  return id;
}

/**
 * Opens an unapplied receipt of the amount with which this request paid the fee itself; returns its id, or null where the request
 * did not, or its money came back before: no other receipt of a request has this cause.
 */
export async function unapplyRequest(
  trx: Db,
  { source: { pay_request_id }, registrationId, amount, note }: Refused,
): Promise<string | null> {
  const id = uuidv7();
  const { rows } = await trx.raw(
    `insert into unapplied_receipts (id, pay_request_id, amount, cause, note)
     select :id, q.id, q.amount, 'fee_refused', :note from pay_requests q
     where q.id = :request and q.registration_id = :registration and q.amount = :amount and q.status = 'paid'
       and exists (select from pay_notifications w where w.request_no = q.request_no and w.outcome = 'booked')
       and not exists (select from unapplied_receipts u where u.pay_request_id = q.id and u.cause = 'fee_refused')
     returning id`,
    { id, note, request: pay_request_id, registration: registrationId, amount },
  );
  return (rows as { id: string }[])[0]?.id ?? null;
}

/**
 * Opens the receipt of this line or request that was assigned to this fee again; returns its id, or null where none is. One of a
 * request keeps its cause, which tells what its money was.
 */
export async function reopenReceipt(
  trx: Db,
  { source, registrationId, amount, note }: Refused,
): Promise<string | null> {
  const [receipt] = await trx('unapplied_receipts')
    .where({ ...source, assigned_registration_id: registrationId, amount, status: 'assigned' })
    .update({
      status: 'open',
      ...(source.line_id !== null && { cause: 'fee_refused' }),
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
