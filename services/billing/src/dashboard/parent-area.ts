import type { BillingArea } from '@gerbang/contracts/billing.types';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/database';
import type { Context } from '../context.ts';
import { toInvoice } from '../invoices/invoice-view.ts';
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
async function toConfirm(db: Db, userId: string): Promise<ToConfirm[]> {
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
    .select<ToConfirm[]>(
      'registrations.id as registration_id',
      'registrations.child_name',
      'registrations.jenjang',
      'registrations.kelas',
      db.raw('confirmations.id is not null as declined'),
    );
}

/** What a parent's dashboard shows of billing: the next payment, all of them together, and what is to be confirmed. */
export async function parentArea({ database, now }: Context, userId: string): Promise<ParentArea> {
  const db = database.knex;
  const moment = now();
  const [records, confirmable] = await Promise.all([
    ownInvoices(db, userId)
      .whereRaw('not enrollment_invoices.waiting')
      .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
      .orderBy(['enrollment_invoices.due_date', 'enrollment_invoices.id']) as Promise<InvoiceRecord[]>,
    toConfirm(db, userId),
  ]);
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
