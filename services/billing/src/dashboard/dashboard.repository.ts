import type { BillingArea } from '@gerbang/contracts/billing.types';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Knex } from 'knex';
import { type InvoiceRecord, ownInvoices } from '../invoices/invoices.repository.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

type StaffArea = NonNullable<BillingArea['staff']>;
type ToConfirm = NonNullable<BillingArea['parent']>['to_confirm'][number];

/** Accepted children whose re-enrolment is not confirmed yet, or was declined and can be sent again. */
function toConfirm(db: Db, userId: string): Knex.QueryBuilder {
  const rows = db('registrations').leftJoin(
    'enrollment_confirmations as confirmations',
    'confirmations.registration_id',
    'registrations.id',
  );
  return ofFamily(rows, userId)
    .where('registrations.current_stage', 'passed')
    .where((open) => void open.whereNull('confirmations.id').orWhere('confirmations.status', 'declined'))
    .orderBy('registrations.registration_number')
    .select(
      'registrations.id as registration_id',
      'registrations.child_name',
      'registrations.jenjang',
      'registrations.kelas',
      db.raw('confirmations.id is not null as declined'),
    );
}

/** The family's invoices that can be paid now, the next due one first. */
function payableInvoices(db: Db, userId: string): Knex.QueryBuilder {
  return ownInvoices(db, userId)
    .whereRaw('not enrollment_invoices.waiting')
    .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
    .orderBy(['enrollment_invoices.due_date', 'enrollment_invoices.id']);
}

/** The reads of a parent's dashboard as prepared statements. */
export function parentReads(database: Database) {
  return {
    invoices: statementOf<InvoiceRecord>(database, 'billing_dashboard_invoices', payableInvoices),
    toConfirm: statementOf<ToConfirm>(database, 'billing_dashboard_to_confirm', toConfirm),
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
