import type { BillingArea } from '@gerbang/contracts/billing.types';
import type { OpenInvoice } from '@gerbang/domain/family-dues';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import { openInvoices, toConfirm } from '../family-dues/family-dues.repository.ts';

type StaffArea = NonNullable<BillingArea['staff']>;
type ToConfirm = NonNullable<BillingArea['parent']>['to_confirm'][number];

/** The reads of a parent's dashboard as prepared statements. */
export function parentReads(database: Database) {
  return {
    invoices: statementOf<OpenInvoice>(database, 'billing_dashboard_invoices', (db, userId) =>
      openInvoices(db, [userId]),
    ),
    toConfirm: statementOf<ToConfirm>(database, 'billing_dashboard_to_confirm', (db, userId) =>
      toConfirm(db, [userId]),
    ),
  };
}

/** How many confirmations wait for a decision, and how many processed ones for a scheme. */
export async function countOpenConfirmations(db: Db): Promise<StaffArea['confirmations']> {
  const { rows } = await db.raw(`
    select (select count(*) from enrollment_confirmations where status in ('pending', 'submitted')) as waiting,
      (select count(*) from enrollment_confirmations
        where status = 'processed' and payment_status = 'pending') as without_scheme`);
  return (rows as NonNullable<StaffArea['confirmations']>[])[0] ?? null;
}

/** The payments that wait to be verified: how many, of which sum, and since when the oldest waits. */
export async function sumWaitingPayments(db: Db): Promise<StaffArea['payments']> {
  const { waiting, amount, oldest_at } = await db('enrollment_invoice_payments')
    .where({ verification_status: 'pending' })
    .first<{ waiting: number; amount: number; oldest_at: Date | null }>(
      db.raw(
        'count(*) as waiting, coalesce(sum(amount_paid), 0)::bigint as amount, min(created_at) as oldest_at',
      ),
    );
  return { waiting, amount, oldest_at: oldest_at === null ? null : new Date(oldest_at).toISOString() };
}
