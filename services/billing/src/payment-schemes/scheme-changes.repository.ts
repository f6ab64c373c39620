import type { SchemeSide } from '@gerbang/contracts/scheme-changes';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import {
  type ConfirmationRecord,
  lockConfirmation,
} from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { type InvoiceRecord, invoicesOfScheme, lockInvoice } from '../invoices/invoices.repository.ts';
import type { SchemeRecord } from './payment-schemes.repository.ts';

/** A scheme that holds, with its invoices that were not taken back, in the order of their instalments; all locked. */
export interface LockedScheme {
  readonly scheme: SchemeRecord;
  readonly invoices: readonly InvoiceRecord[];
  readonly confirmation: ConfirmationRecord;
}

const living = (trx: Knex.Transaction, id: string) =>
  trx('enrollment_payment_schemes').where({ id, voided_at: null }).first<SchemeRecord | undefined>();

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
