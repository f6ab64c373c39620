import type { Db } from '@gerbang/service-kit/data/database';
import { isLiveStage } from '@gerbang/domain/live-stages';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Tables } from '../database.types.ts';
import type { PayTarget } from './pay-requests.repository.ts';

/**
 * Locks the invoice or the fee's copy, so that its amount stays; returns when a request for it must end: with the offer of a
 * seat that waits for this money, and with the day on which the invoice is due.
 */
export async function lockTarget(
  trx: Db,
  { registration_id, invoice_id }: PayTarget,
): Promise<(Date | null)[]> {
  const answerUntil = trx.raw(
    `case when r.seat ->> 'status' = 'open' then (r.seat ->> 'answer_until')::timestamptz end as answer_until`,
  );
  const ends = await (invoice_id === null
    ? trx('registrations as r').where('r.id', registration_id).forNoKeyUpdate().first(answerUntil)
    : trx('enrollment_invoices as i')
        .join('registrations as r', 'r.id', 'i.registration_id')
        .where('i.id', invoice_id)
        .forNoKeyUpdate('i')
        .first(answerUntil, trx.raw(`(i.due_date + 1)::timestamp at time zone 'Asia/Jakarta' as due`)));
  return Object.values((ends ?? {}) as Record<string, Date | null>);
}

/** Whether the registration that a request pays for is deleted, or its family is no longer on its way: released or left. */
export async function isGone(trx: Db, { registration_id, invoice_id }: PayTarget): Promise<boolean> {
  const { rows } = await trx.raw(
    `select r.deleted, r.current_stage from registrations r
     left join enrollment_invoices i on i.id = :invoice_id where r.id = coalesce(:registration_id, i.registration_id)`,
    { registration_id, invoice_id },
  );
  const [found] = rows as { deleted: boolean; current_stage: Stage }[];
  return found === undefined || found.deleted || !isLiveStage(found.current_stage);
}

/** Money of a request that pays no target yet. */
export async function insertReceipt(
  trx: Db,
  row: Pick<Tables['unapplied_receipts'], 'id' | 'pay_request_id' | 'amount' | 'cause' | 'created_at'>,
): Promise<void> {
  await trx('unapplied_receipts').insert(row);
}
