import type { Db } from '@gerbang/service-kit/data/database';

/** Keeps other bookings of a person waiting until the transaction ends; taken before every other lock. */
export async function lockBooker(trx: Db, id: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`hand-bookings:${id}`]);
}

/**
 * Rupiah that a person has booked by hand since a moment: payments that staff entered, and what lines of the bank and
 * unapplied money have paid. Verified payments of families are none of it.
 */
export async function sumBooked(trx: Db, id: string, since: Date): Promise<number> {
  const { rows } = await trx.raw(
    `select coalesce(sum(amount), 0)::bigint as sum from (
       select amount_paid as amount from enrollment_invoice_payments
       where verified_by_id = :id and verified_at > :since
         and (created_by_role <> 'wali_murid' or bank_line_id is not null)
       union all
       select amount from bank_matches
       where decided_by_id = :id and decided_at > :since and kind = 'registration_fee' and status = 'booked'
       union all
       select amount from unapplied_receipts
       where decided_by_id = :id and decided_at > :since and assigned_registration_id is not null) as booked`,
    { id, since },
  );
  return Number((rows as { sum: number }[])[0]?.sum);
}

/** Rupiah of those of these matches that are still proposed. */
export async function sumProposed(db: Db, matchIds: readonly string[]): Promise<number> {
  const row = await db('bank_matches')
    .whereIn('id', [...matchIds])
    .where({ status: 'proposed' })
    .first<{ sum: number | null }>(db.raw('sum(amount)::bigint as sum'));
  return Number(row.sum ?? 0);
}
