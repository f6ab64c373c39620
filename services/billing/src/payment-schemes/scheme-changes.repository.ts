import type { SchemeSide } from '@gerbang/contracts/payment-schemes';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import {
  type ConfirmationRecord,
  lockConfirmation,
} from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { type InvoiceRecord, invoicesOfScheme, lockInvoice } from '../invoices/invoices.repository.ts';
import type { Tables } from '../database.types.ts';
import type { SchemeRecord } from './payment-schemes.repository.ts';

type Receipt = Tables['unapplied_receipts'];

/** A scheme that holds, with its invoices that were not taken back, in the order of their instalments; all locked. */
export interface LockedScheme {
  readonly scheme: SchemeRecord;
  readonly invoices: readonly InvoiceRecord[];
  readonly confirmation: ConfirmationRecord;
}

const living = (trx: Knex.Transaction, id: string) =>
  trx('enrollment_payment_schemes').where({ id, voided_at: null }).first<SchemeRecord | undefined>();

/** Locks the scheme that holds for a registration, as `lockScheme`; undefined where there is none. */
export async function lockSchemeOf(
  trx: Knex.Transaction,
  registration_id: string,
): Promise<LockedScheme | undefined> {
  const scheme = await trx('enrollment_payment_schemes')
    .where({ registration_id, voided_at: null })
    .first('id');
  return scheme && lockScheme(trx, scheme.id);
}

/**
 * Locks a scheme in the order of all money: its invoices by id, then its confirmation. Undefined where there is none that
 * holds; 409 where it changed while the locks were waited for.
 */
export async function lockScheme(trx: Knex.Transaction, id: string): Promise<LockedScheme | undefined> {
  const known = await living(trx, id);
  if (!known) return undefined;
  const ids: { id: string }[] = await trx('enrollment_invoices')
    .where({ enrollment_payment_scheme_id: id, voided_by: null })
    .orderBy('id')
    .select('id');
  for (const one of ids) await lockInvoice(trx, one.id, null);
  const confirmation = await lockConfirmation(trx, { id: known.enrollment_confirmation_id });
  const scheme = await living(trx, id);
  if (!confirmation || scheme?.version !== known.version) {
    throw conflict('in_flight', 'Skema ini baru saja berubah. Muat ulang lalu coba lagi.');
  }
  const invoices = await invoicesOfScheme(trx, id, null);
  return { scheme, invoices: invoices.filter(({ voided_by }) => voided_by === null), confirmation };
}

/** What a change of a scheme writes of itself. */
export interface SchemeChange {
  readonly kind: 'revised' | 'void';
  readonly before: SchemeSide;
  readonly after: SchemeSide | null;
  readonly reason: string;
}

/** Notes the next version of a locked scheme; returns the id of the note. To be called before anything else is written. */
export async function insertSchemeChange(
  trx: Knex.Transaction,
  { id, version }: Pick<SchemeRecord, 'id' | 'version'>,
  { before, after, ...change }: SchemeChange,
  actor: Actor,
): Promise<string> {
  const changeId = uuidv7();
  await trx('scheme_changes').insert({
    ...change,
    id: changeId,
    scheme_id: id,
    version: version + 1,
    before: JSON.stringify(before),
    after: after && JSON.stringify(after),
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  return changeId;
}

/** Writes the next version of a locked scheme. */
export async function updateScheme(
  trx: Knex.Transaction,
  { id, version }: Pick<SchemeRecord, 'id' | 'version'>,
  columns: Partial<SchemeRecord>,
): Promise<void> {
  const changed = await trx('enrollment_payment_schemes')
    .where({ id, version, voided_at: null })
    .update({ ...columns, version: version + 1 });
  if (changed !== 1) throw new Error('A scheme changed under its lock');
}

/** Takes locked invoices back: they keep their number and what they asked for, and ask for nothing. */
export async function voidInvoices(
  trx: Knex.Transaction,
  ids: readonly string[],
  changeId: string,
): Promise<void> {
  const changed = await trx('enrollment_invoices')
    .whereIn('id', ids)
    .where({ voided_by: null, paid_amount: 0, waiting: false })
    .update({
      voided_by: changeId,
      voided_amount: trx.ref('total_amount'),
      total_amount: 0,
      version: trx.raw('version + 1'),
      updated_at: trx.fn.now(),
    });
  if (changed !== ids.length) throw new Error('An invoice with money was to be taken back');
}

/** Gives a locked invoice with money its place, amount and day in a revised scheme. */
export async function reviseInvoice(
  trx: Knex.Transaction,
  { id, due_date, due_moves }: Pick<InvoiceRecord, 'id' | 'due_date' | 'due_moves'>,
  terms: Pick<InvoiceRecord, 'installment_stage' | 'installment_name' | 'total_amount' | 'due_date'>,
): Promise<void> {
  await trx('enrollment_invoices')
    .where({ id, voided_by: null })
    .update({
      ...terms,
      due_moves: due_moves + (terms.due_date === due_date ? 0 : 1),
      version: trx.raw('version + 1'),
      updated_at: trx.fn.now(),
    });
}

/** The verified payments of a scheme's invoices, the newest first; locked by the locks of their invoices. */
export async function verifiedPayments(
  trx: Knex.Transaction,
  invoiceId: string,
): Promise<{ readonly id: string; readonly amount_paid: number }[]> {
  return trx('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: invoiceId, verification_status: 'verified' })
    .orderBy([
      { column: 'verified_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('id', 'amount_paid');
}

/** Locks the bank's lines that pay a scheme, before its invoices. */
export async function lockLinesOf(trx: Knex.Transaction, schemeId: string): Promise<void> {
  await trx('bank_lines')
    .whereIn(
      'id',
      trx('enrollment_invoice_payments as payments')
        .join('enrollment_invoices as invoices', 'invoices.id', 'payments.enrollment_invoice_id')
        .where('invoices.enrollment_payment_scheme_id', schemeId)
        .whereNotNull('payments.bank_line_id')
        .select('payments.bank_line_id'),
    )
    .orderBy('id')
    .forUpdate()
    .select('id');
}

/** Lets money of a reversed payment stand unapplied, of its line or request where it came by one; returns the open receipt. */
export async function insertFreed(
  trx: Knex.Transaction,
  source: Pick<Receipt, 'line_id' | 'pay_request_id' | 'reversed_payment_id'>,
  amount: number,
): Promise<Receipt> {
  const [receipt] = await trx('unapplied_receipts')
    .insert({ id: uuidv7(), ...source, amount, cause: 'overpaid' })
    .returning<Receipt[]>('*');
  if (!receipt) throw new Error('A receipt was not inserted');
  return receipt;
}
