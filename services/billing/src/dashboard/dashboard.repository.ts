import type { BillingArea } from '@gerbang/contracts/billing.types';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Knex } from 'knex';
import { toInvoice } from '../invoices/invoices.view.ts';
import { type InvoiceRecord, ownInvoices } from '../invoices/invoices.repository.ts';

type ParentArea = NonNullable<BillingArea['parent']>;

interface ToConfirm {
  readonly registration_id: string;
  readonly child_name: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly declined: boolean;
}

/** Own accepted children whose re-enrolment was not confirmed, or was declined and can be sent again. */
function toConfirm(db: Db, userId: string): Knex.QueryBuilder {
  return db('registrations')
    .leftJoin(
      'enrollment_confirmations as confirmations',
      'confirmations.registration_id',
      'registrations.id',
    )
    .where({
      'registrations.user_id': userId,
      'registrations.deleted': false,
      'registrations.current_stage': 'passed',
    })
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

/** Own invoices that can be paid now, the next first. */
function openInvoices(db: Db, userId: string): Knex.QueryBuilder {
  return ownInvoices(db, userId)
    .whereRaw('not enrollment_invoices.waiting')
    .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
    .orderBy(['enrollment_invoices.due_date', 'enrollment_invoices.id']);
}

/** The reads of a parent's dashboard. */
export function parentReads(database: Database) {
  return {
    invoices: statementOf<InvoiceRecord>(database, 'billing_dashboard_invoices', openInvoices),
    toConfirm: statementOf<ToConfirm>(database, 'billing_dashboard_to_confirm', toConfirm),
  };
}

/** What a parent's dashboard shows of billing: the next payment, all of them together, and what is to be confirmed. */
export async function parentArea(
  reads: ReturnType<typeof parentReads>,
  moment: Date,
  userId: string,
): Promise<ParentArea> {
  const [records, confirmable] = await Promise.all([reads.invoices(userId), reads.toConfirm(userId)]);
  const payable = records.map((record) => toInvoice(record, moment)).filter((one) => one.payable);
  const [next] = payable;
  return {
    next_payment: next
      ? {
          invoice_id: next.id,
          invoice_number: next.invoice_number,
          installment_name: next.installment_name,
          child_name: next.child_name,
          due_date: next.due_date,
          remaining: next.remaining,
          status: next.status,
          overdue: next.overdue,
        }
      : null,
    outstanding: {
      invoices: payable.length,
      amount: payable.reduce((sum, one) => sum + one.remaining, 0),
    },
    to_confirm: confirmable,
  };
}
