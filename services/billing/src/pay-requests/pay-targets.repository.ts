import type { Db } from '@gerbang/service-kit/data/database';
import { isLiveStage } from '@gerbang/domain/live-stages';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { PayTarget } from './pay-requests.repository.ts';

/**
 * Locks the invoice or the fee's copy, so that its amount stays; returns when a request for it must end: with the offer of a
 * seat that waits for this money, and with the day on which the invoice is due.
 */
export async function lockTarget(
  trx: Db,
  { registration_id, invoice_id }: PayTarget,
): Promise<(Date | null)[]> {
  const invoice =
    invoice_id === null
      ? undefined
      : await trx('enrollment_invoices')
          .where({ id: invoice_id })
          .forUpdate()
          .first<{ registration_id: string; ends: Date } | undefined>(
            'registration_id',
            trx.raw(`(due_date + 1)::timestamp at time zone 'Asia/Jakarta' as ends`),
          );
  const registration = await trx('registrations')
    .where({ id: invoice?.registration_id ?? registration_id })
    .forNoKeyUpdate()
    .first<{ answer_until: Date | null } | undefined>(
      trx.raw(
        `case when seat ->> 'status' = 'open' then (seat ->> 'answer_until')::timestamptz end as answer_until`,
      ),
    );
  return [invoice?.ends ?? null, registration?.answer_until ?? null];
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
