import type { EventPayload } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { forgetExpectations } from '../payment-expectations/payment-expectations.repository.ts';
import { forgetReasons } from '../money-requests/money-requests.repository.ts';
import { forgetRefunds } from '../refunds/refunds.repository.ts';
import { endPapers } from '../papers/papers.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';

/** The child's name by registration, for registrations with a scheme: their invoices are books and name the child. */
async function billedNames(trx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx('registrations')
    .whereIn('registrations.id', ids)
    .whereExists(
      trx('enrollment_payment_schemes').whereRaw(
        'enrollment_payment_schemes.registration_id = registrations.id',
      ),
    )
    .select<{ id: string; child_name: string }[]>('registrations.id', 'registrations.child_name');
  return new Map(rows.map(({ id, child_name }) => [id, child_name]));
}

/**
 * Erases what billing holds of registrations that admission erased, except for what bookkeeping keeps ten years:
 * invoices, payments, the ledger, and the child's name on them.
 */
export async function eraseFamilyData(
  context: Pick<Context, 'outbox' | 'now'>,
  trx: Knex.Transaction,
  erased: EventPayload<'data.erased'>,
): Promise<void> {
  const ids = erased.registrations.map(({ id }) => id);
  const billed = await billedNames(trx, ids);
  await saveRegistrations(
    trx,
    erased.registrations.map((blank) => ({ ...blank, child_name: billed.get(blank.id) ?? blank.child_name })),
  );
  await forgetExpectations(trx, ids);
  await forgetReasons(trx, ids);
  await forgetRefunds(trx, ids);
  if (ids.length > 0) {
    await trx.raw('select end_confirmations(?)', [ids]);
    await endPapers(trx, ids, [...billed.keys()], context.now());
  }
  if (erased.user_id !== null) await trx('idempotency_keys').where({ user_id: erased.user_id }).delete();
  await reportErasure(context.outbox, trx, erased, 'billing');
}
