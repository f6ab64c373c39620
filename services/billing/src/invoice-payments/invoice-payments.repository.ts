import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { type InvoiceRecord, lockInvoice, proofAlert } from '../invoices/invoices.repository.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

type PaymentRow = Tables['enrollment_invoice_payments'];

/** A payment of an invoice with the proofs that staff replaced, the newest first; `bank_info` is sealed. */
export interface PaymentRecord extends PaymentRow {
  readonly previous_proofs: readonly {
    readonly file_id: string;
    /** Text, because it comes as JSON. */
    readonly at: string;
    readonly name: string | null;
    readonly role: PaymentRow['created_by_role'];
  }[];
  /** Whether its proof is like another one and not verified for that. */
  readonly proof_alert: boolean;
}

/** A payment with its invoice, both locked. */
export interface LockedPayment extends PaymentRecord {
  readonly invoice: InvoiceRecord;
}

const PREVIOUS_PROOFS = `(
  select coalesce(jsonb_agg(jsonb_build_object('file_id', file_before_id, 'at', at, 'name', actor_name,
    'role', actor_role) order by version desc), '[]')
  from invoice_payment_events
  where payment_id = enrollment_invoice_payments.id and file_before_id <> file_id
) as previous_proofs`;

const payments = (db: Db) =>
  db('enrollment_invoice_payments').select(
    'enrollment_invoice_payments.*',
    db.raw(PREVIOUS_PROOFS),
    db.raw(`${proofAlert} as proof_alert`),
  );

/** One payment; undefined where there is none. */
export async function findPayment(db: Db, id: string): Promise<PaymentRecord | undefined> {
  return payments(db).where({ id }).first<PaymentRecord | undefined>();
}

/** A payment under its invoice's lock, which protects the payment too; undefined where there is none. */
export async function lockPayment(trx: Db, id: string): Promise<LockedPayment | undefined> {
  const known = await trx('enrollment_invoice_payments')
    .where({ id })
    .first<Pick<PaymentRow, 'enrollment_invoice_id'> | undefined>('enrollment_invoice_id');
  const invoice = known && (await lockInvoice(trx, known.enrollment_invoice_id, null));
  // Read under the lock: it may change while the lock is waited for.
  const payment = invoice && (await findPayment(trx, id));
  return payment && { ...payment, invoice };
}

/** All payments of an invoice, the newest first. */
export async function paymentsOf(db: Db, invoiceId: string): Promise<PaymentRecord[]> {
  return payments(db)
    .where({ enrollment_invoice_id: invoiceId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** The newest payment with a bank that this account sent for one of its family's invoices. */
export async function lastBankPayment(
  db: Db,
  userId: string,
): Promise<Pick<PaymentRow, 'id' | 'bank_info'> | undefined> {
  const rows = db('enrollment_invoice_payments as payments')
    .join('enrollment_invoices as invoices', 'invoices.id', 'payments.enrollment_invoice_id')
    .join('registrations', 'registrations.id', 'invoices.registration_id')
    .where('payments.created_by_id', userId)
    .whereNotNull('payments.bank_info')
    .orderBy('payments.created_at', 'desc');
  return ofFamily(rows, userId).first('payments.id', 'payments.bank_info');
}

/**
 * Whether a file is the proof of another payment of the invoice, or was before an edit; to be called under the
 * invoice's lock. `paymentId` null = of any payment.
 */
export async function isProofOfAnother(
  trx: Db,
  invoiceId: string,
  fileId: string,
  paymentId: string | null,
): Promise<boolean> {
  const found = await trx('invoice_payment_events')
    .join(
      'enrollment_invoice_payments',
      'enrollment_invoice_payments.id',
      'invoice_payment_events.payment_id',
    )
    .where('enrollment_invoice_payments.enrollment_invoice_id', invoiceId)
    .where('invoice_payment_events.file_id', fileId)
    .modify((query) => {
      if (paymentId !== null) void query.whereNot('invoice_payment_events.payment_id', paymentId);
    })
    .first('invoice_payment_events.id');
  return found !== undefined;
}

/** Columns that a new payment is made of; the others have defaults. */
export type NewPayment = Partial<Pick<PaymentRow, 'bank_line_id' | 'pay_request_id' | 'moved_from_id'>> &
  Pick<
    PaymentRow,
    | 'id'
    | 'enrollment_invoice_id'
    | 'amount_paid'
    | 'payment_date'
    | 'payment_method'
    | 'bank_info'
    | 'admin_notes'
    | 'auto_verify'
    | 'payment_evidence_file_id'
    | 'payment_evidence_filename'
    | 'created_by_id'
    | 'created_by_name'
    | 'created_by_role'
    | 'created_at'
  >;

export async function insertPayment(trx: Db, row: NewPayment): Promise<void> {
  await trx('enrollment_invoice_payments').insert(row);
}

/** Writes columns of a locked payment; its status is guarded once more. */
export async function updatePayment(
  trx: Db,
  { id, verification_status }: Pick<PaymentRow, 'id' | 'verification_status'>,
  columns: Partial<PaymentRow>,
): Promise<void> {
  await trx('enrollment_invoice_payments')
    .where({ id, verification_status })
    .update({ ...columns, updated_at: trx.fn.now() });
}

/** A version of a payment for its history. */
export type PaymentEvent = Omit<
  Tables['invoice_payment_events'],
  'id' | 'actor_id' | 'actor_name' | 'actor_role' | 'at'
>;

export async function insertPaymentEvent(trx: Db, event: PaymentEvent, actor: Actor): Promise<void> {
  await trx('invoice_payment_events').insert({
    ...event,
    id: uuidv7(),
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
}
