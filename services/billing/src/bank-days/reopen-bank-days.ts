import type { ReopenCause } from '@gerbang/domain/bank-days';
import { type Actor, auditAll, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import { deleteClosings } from './bank-days.repository.ts';

/**
 * Opens those of an account's days that are closed, in the transaction that changes their figures and after the lock of the
 * line or of the account; `actor` null = an event. In the trail it has the id of the closing, which says how it was closed.
 */
export async function reopenBankDays(
  trx: Knex.Transaction,
  { accountKey, days }: { readonly accountKey: string; readonly days: readonly string[] },
  {
    cause,
    actor,
    origin,
  }: { readonly cause: ReopenCause; readonly actor: Actor | null; readonly origin?: Origin },
): Promise<void> {
  if (days.length === 0) return;
  const closings = await deleteClosings(trx, accountKey, [...new Set(days)]);
  await auditAll(
    trx,
    closings.map(({ id, account_key, day }) => ({
      action: 'bank_day.reopened',
      actor,
      subject: id,
      details: { account_key, day, reopen_cause: cause },
      ...(origin && { origin }),
    })),
  );
}
