import type { Invoice, StaffInvoice } from '@gerbang/contracts/invoices';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { fromAccount, type FromAccount } from '@gerbang/service-kit/events/accounts';
import type { Tables } from '../database.types.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

type Row = Tables['enrollment_invoices'];
type Copy = Tables['registrations'];
type Payment = Tables['enrollment_invoice_payments'];

/** An invoice with the columns of its registration's copy that every viewer sees. */
export interface InvoiceRecord extends Row, Pick<Copy, 'child_name' | 'kelas' | 'user_id'> {
  readonly grade_level: Copy['jenjang'];
  readonly rejection_reason: string | null;
  /** Whole rupiah that went back to the family; null where nothing did. */
  readonly returned: number | null;
  /** Why it was taken back; its moment is text, because it comes as JSON. */
  readonly voided: NonNullable<Invoice['voided']> | null;
  /** Moves of its due day; null where there was none. Moments are text, because they come as JSON. */
  readonly due_changes:
    | readonly {
        readonly from: string;
        readonly to: string;
        readonly reason: string;
        readonly at: string;
        readonly by: { readonly name: string | null; readonly role: Role };
      }[]
    | null;
}

/** An invoice with the columns that only staff see. */
export interface StaffInvoiceRecord
  extends InvoiceRecord,
    FromAccount,
    Pick<Copy, 'registration_number' | 'academic_year' | 'father_name' | 'mother_name' | 'contact_phone'> {
  readonly child_gender: StaffInvoice['child_gender'];
  /** The payment that waits to be verified; its moment is text, because it comes as JSON. */
  readonly waiting_payment:
    | (Pick<Payment, 'id' | 'version' | 'amount_paid' | 'payment_date'> & {
        readonly created_at: string;
        readonly proof_alert: boolean;
      })
    | null;
}

/** Only a rejected invoice reads its payments. */
const REJECTION_REASON = `
  case when enrollment_invoices.rejected then (
    select rejection_reason from enrollment_invoice_payments
    where enrollment_invoice_id = enrollment_invoices.id order by created_at desc, id desc limit 1
  ) end as rejection_reason`;
/** Only an invoice whose due day was moved reads the moves. */
const DUE_CHANGES = `
  case when enrollment_invoices.due_moves > 0 then (
    select jsonb_agg(jsonb_build_object('from', due_before, 'to', due_after, 'reason', reason, 'at', at,
      'by', jsonb_build_object('name', actor_name, 'role', actor_role)) order by move)
    from due_date_changes where invoice_id = enrollment_invoices.id
  ) end as due_changes`;
/** Only an invoice that was taken back reads why. */
const VOIDED = `
  case when enrollment_invoices.voided_by is not null then (
    select jsonb_build_object('amount', enrollment_invoices.voided_amount, 'at', at, 'reason', reason)
    from scheme_changes where id = enrollment_invoices.voided_by
  ) end as voided`;
/** Only an invoice with money on it reads what went back; null where nothing did. */
const RETURNED = `
  case when enrollment_invoices.paid_amount > 0 then (
    select -sum(amount)::bigint from refund_ledger where kind = 'invoice' and target = enrollment_invoices.id
  ) end as returned`;
/** SQL: whether the proof of a payment is like another one and not verified for that. */
export const proofAlert = `exists (
  select from alerted_proofs where alerted_proofs.id = enrollment_invoice_payments.payment_evidence_file_id
    and alerted_proofs.status in ('open', 'confirmed', 'paid_by_bank'))`;

/** Only a waiting invoice reads its payments. */
const WAITING_PAYMENT = `
  case when enrollment_invoices.waiting then (
    select jsonb_build_object('id', id, 'version', version, 'amount_paid', amount_paid,
      'payment_date', payment_date, 'created_at', created_at, 'proof_alert', ${proofAlert})
    from enrollment_invoice_payments
    where enrollment_invoice_id = enrollment_invoices.id and verification_status = 'pending'
  ) end as waiting_payment`;

/** Only an invoice with money on it reads its payments. */
const OWN_PAYMENTS = `
  case when enrollment_invoices.waiting or enrollment_invoices.paid_amount > 0 then (
    select jsonb_build_object(
      'waiting', coalesce(sum(amount_paid) filter (where verification_status = 'pending'), 0),
      'receipts', coalesce(jsonb_agg(
        jsonb_build_object('payment_id', id, 'receipt_number', receipt_number, 'verified_at', verified_at)
        order by verified_at, id) filter (where verification_status = 'verified'), '[]'))
    from enrollment_invoice_payments where enrollment_invoice_id = enrollment_invoices.id
  ) end as own_payments`;

/** Invoices joined with their registration's copy, without columns: for filters, counts and sums. */
export function joinedInvoices(db: Db) {
  return db('enrollment_invoices').join(
    'registrations',
    'registrations.id',
    'enrollment_invoices.registration_id',
  );
}

/** All invoices, as `InvoiceRecord`. */
export function invoices(db: Db) {
  return joinedInvoices(db)
    .select(
      'enrollment_invoices.*',
      'registrations.jenjang as grade_level',
      'registrations.child_name',
      'registrations.kelas',
      'registrations.user_id',
    )
    .select(db.raw(REJECTION_REASON), db.raw(DUE_CHANGES), db.raw(VOIDED), db.raw(RETURNED));
}

/** An invoice with what its family sees of its payments; the moments are text, because they come as JSON. */
export interface OwnInvoiceRecord extends InvoiceRecord {
  readonly own_payments: {
    readonly waiting: number;
    readonly receipts: readonly {
      readonly payment_id: string;
      readonly receipt_number: string;
      readonly verified_at: string;
    }[];
  } | null;
}

/** The invoices of this account's children, as `OwnInvoiceRecord`. */
export function listedInvoices(db: Db, userId: string) {
  return ownInvoices(db, userId).select(db.raw(OWN_PAYMENTS));
}

/** The invoices of this account's children. */
function ownInvoices(db: Db, userId: string) {
  return ofFamily(invoices(db), userId);
}

/** Every invoice that is held of this account's children, deleted registrations included. */
export async function heldInvoices(db: Db, userId: string): Promise<InvoiceRecord[]> {
  return invoices(db).where('registrations.user_id', userId).orderBy('enrollment_invoices.id');
}

/** All invoices, as `StaffInvoiceRecord`. */
export function staffInvoices(db: Db) {
  return invoices(db)
    .select(
      'registrations.child_gender',
      'registrations.registration_number',
      'registrations.academic_year',
      'registrations.father_name',
      'registrations.mother_name',
      'registrations.contact_phone',
    )
    .select(db.raw(fromAccount('registrations')), db.raw(WAITING_PAYMENT));
}

/** One invoice as staff see it; undefined where there is none. */
export async function findStaffInvoice(db: Db, id: string): Promise<StaffInvoiceRecord | undefined> {
  return staffInvoices(db).where('enrollment_invoices.id', id).first<StaffInvoiceRecord | undefined>();
}

/** Child and number of these invoices, by the invoice's id. */
export async function invoiceNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { child_name: string; number: string }>> {
  const rows = await joinedInvoices(db)
    .whereIn('enrollment_invoices.id', ids)
    .select<{ id: string; child_name: string; number: string }[]>(
      'enrollment_invoices.id',
      'registrations.child_name',
      'enrollment_invoices.invoice_number as number',
    );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** The invoices of a scheme in the order of their instalments; with `ownerId` only of this account's family. */
export async function invoicesOfScheme(
  db: Db,
  schemeId: string,
  ownerId: string | null,
): Promise<InvoiceRecord[]> {
  return (
    (ownerId === null ? invoices(db) : ownInvoices(db, ownerId))
      .where('enrollment_invoices.enrollment_payment_scheme_id', schemeId)
      // Those that were taken back come last.
      .orderByRaw('voided_by is not null, installment_stage nulls first')
  );
}

/** One invoice without a lock; undefined where there is none. With `ownerId` only of this account's family. */
export async function findInvoice(
  db: Db,
  id: string,
  ownerId: string | null,
): Promise<InvoiceRecord | undefined> {
  const rows = invoices(db).where('enrollment_invoices.id', id);
  return (ownerId === null ? rows : ofFamily(rows, ownerId)).first<InvoiceRecord | undefined>();
}

/**
 * The same, locked until the transaction ends. Every change of money takes this lock first and the confirmation's
 * lock after it.
 */
export async function lockInvoice(
  trx: Db,
  id: string,
  ownerId: string | null,
): Promise<InvoiceRecord | undefined> {
  const rows = joinedInvoices(trx).where('enrollment_invoices.id', id);
  const locked = await (ownerId === null ? rows : ofFamily(rows, ownerId))
    .forNoKeyUpdate('enrollment_invoices')
    .first('enrollment_invoices.id');
  // Read after the lock: a locking query returns joined rows as they were before it waited.
  return locked && findInvoice(trx, id, null);
}

/** Inserts issued invoices. */
export async function insertInvoices(
  trx: Db,
  rows: readonly Omit<
    Row,
    | 'paid_amount'
    | 'waiting'
    | 'waiting_since'
    | 'rejected'
    | 'due_moves'
    | 'voided_by'
    | 'voided_amount'
    | 'version'
    | 'updated_at'
  >[],
): Promise<void> {
  await trx('enrollment_invoices').insert(rows);
}

/** Whether any invoice of this confirmation is not fully paid. */
export async function hasUnpaidInvoice(db: Db, confirmationId: string): Promise<boolean> {
  const unpaid = await db('enrollment_invoices')
    .where({ enrollment_confirmation_id: confirmationId })
    .whereRaw('paid_amount < total_amount')
    .first('id');
  return unpaid !== undefined;
}

/** How many invoices of a school year families still owe. */
export async function countOwed(db: Db, academic_year: string): Promise<number> {
  const row = await db('invoice_dues')
    .where({ academic_year })
    .whereRaw('paid_amount < total_amount')
    .count<{ n: number | string }[]>('* as n')
    .first();
  return Number(row?.n ?? 0);
}
