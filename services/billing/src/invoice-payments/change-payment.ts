import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import { INVOICE_PAYMENT_MACHINE } from '@gerbang/domain/invoice-payments';
import { edgeFor } from '@gerbang/domain/transitions';
import { audit } from '@gerbang/service-kit/audit/audit';
import { type AuditNote, changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Database } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { nextDocumentNumber } from '../invoices/document-numbers.repository.ts';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';
import { type ClaimedFile, fileTaken } from './claim-file.client.ts';
import {
  insertPayment,
  insertPaymentEvent,
  isProofOfAnother,
  type LockedPayment,
  lockPayment,
  type NewPayment,
  type PaymentEvent,
  type PaymentRecord,
  updatePayment,
} from './invoice-payments.repository.ts';
import { noPayment, toPayment, viewPayment } from './invoice-payments.view.ts';

/** The actions of the trail that change a payment. */
export const PAYMENT_ACTIONS = [
  'invoice_payment.created',
  'invoice_payment.edited',
  'invoice_payment.verified',
  'invoice_payment.rejected',
  'invoice_payment.reversed',
] as const;

const KINDS = { edit: 'edited', verify: 'verified', reject: 'rejected', reverse: 'reversed' } as const;
type Details = Readonly<Record<string, unknown>>;
type Step = LockedStep<LockedPayment>;

interface PaymentMove {
  /** Columns that are written beside the status. */
  readonly columns: Partial<Omit<PaymentRecord, 'previous_proofs' | 'proof_alert'>>;
  readonly reason?: string;
  readonly details?: Details;
  /** Publishes the message to the family. */
  readonly notify?: () => Promise<void>;
}

function noteOf(event: PaymentEvent, invoice: InvoiceRecord, details: Details = {}): AuditNote {
  const { payment_id, kind, from_status, to_status, reason } = event;
  return {
    action: `invoice_payment.${kind}`,
    subject: payment_id,
    details: {
      invoice_id: invoice.id,
      invoice_number: invoice.invoice_number,
      verification_status: { from: from_status, to: to_status },
      amount_paid: { from: event.amount_before, to: event.amount },
      file: { from: event.file_before_id, to: event.file_id },
      ...(reason !== null && { reason }),
      ...details,
    },
  };
}

/**
 * Changes a payment under its invoice's lock with history and trail; the only writer of its status. `decide` checks the
 * rules beside the machine's and returns the change; null = nothing changes. 409 where its status does not allow the action.
 */
export async function changePayment(
  context: Context,
  database: Pick<Database, 'transaction'>,
  caller: Caller,
  { id, action }: { readonly id: string; readonly action: keyof typeof KINDS },
  decide: (step: Step) => Promise<PaymentMove | null>,
): Promise<InvoicePayment> {
  return changeLocked(database, caller, {
    lock: (trx) => lockPayment(trx, id),
    notFound: noPayment,
    expect: {
      actions: PAYMENT_ACTIONS,
      present: ({ present }) => toPayment(context, present, caller.role),
    },
    apply: async (step) => {
      const { trx, present } = step;
      const { to } = refuseChange(present, action);
      const move = await decide(step);
      if (move === null) return null;
      const edited = action === 'edit';
      const event: PaymentEvent = {
        payment_id: id,
        version: present.version + 1,
        kind: KINDS[action],
        from_status: present.verification_status,
        to_status: to,
        amount_before: edited ? present.amount_paid : null,
        amount: move.columns.amount_paid ?? present.amount_paid,
        file_before_id: edited ? present.payment_evidence_file_id : null,
        file_id: move.columns.payment_evidence_file_id ?? present.payment_evidence_file_id,
        reason: move.reason ?? null,
      };
      await insertPaymentEvent(trx, event, await step.actor());
      // The number comes last, because every other verification waits for the counter's row until this one commits.
      const receipt = action === 'verify' && {
        receipt_number: await nextDocumentNumber(trx, 'KW', context.now()),
      };
      const columns = { ...move.columns, ...receipt, verification_status: to, version: event.version };
      await updatePayment(trx, present, columns);
      return { event, move };
    },
    audit: ({ present }, { event, move }) => noteOf(event, present.invoice, move.details),
    publish: async (_step, { move }) => move.notify?.(),
    view: ({ trx }) => viewPayment(context, trx, caller, id),
  });
}

/** Why a payment in this status does not take an action. */
const REFUSALS: Readonly<Record<PaymentRecord['verification_status'], string>> = {
  pending: 'Pembayaran ini belum diverifikasi.',
  verified: 'Pembayaran ini sudah diverifikasi.',
  rejected: 'Pembayaran ini sudah ditolak.',
  reversed: 'Pembayaran ini sudah dibatalkan.',
};

/** The machine's edge for an action of staff; 409 where the payment's status has none. */
export function refuseChange(payment: PaymentRecord, action: keyof typeof KINDS) {
  const from = payment.verification_status;
  const edge = edgeFor(INVOICE_PAYMENT_MACHINE, from, { action, by: 'staff' });
  if (edge) return edge;
  throw conflict(from === 'pending' ? 'not_verified' : 'payment_checked', REFUSALS[from]);
}

/** What is known of a new payment before it is kept, beside its proof. */
export type SentPayment = Pick<
  NewPayment,
  | 'enrollment_invoice_id'
  | 'amount_paid'
  | 'payment_date'
  | 'payment_method'
  | 'bank_info'
  | 'admin_notes'
  | 'auto_verify'
  | 'bank_line_id'
  | 'pay_request_id'
  | 'moved_from_id'
>;

/**
 * Keeps a payment that waits to be verified, with history and trail; returns its id. 422 for a file that is the proof of another
 * payment of the invoice.
 */
export async function keepPayment(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { invoice, payment, file }: { invoice: InvoiceRecord; payment: SentPayment; file: ClaimedFile | null },
): Promise<string> {
  if (file && (await isProofOfAnother(trx, invoice.id, file.id, null))) throw fileTaken();
  const id = uuidv7();
  const { bank_info, payment_method, payment_date } = payment;
  const actor = await actorOf(trx, caller);
  await insertPayment(trx, {
    ...payment,
    id,
    bank_info: bank_info && context.columns.seal('enrollment_invoice_payments', 'bank_info', id, bank_info),
    payment_evidence_file_id: file?.id ?? null,
    payment_evidence_filename: file?.name ?? null,
    created_by_id: actor.id,
    created_by_name: actor.name,
    created_by_role: caller.role,
    created_at: context.now(),
  });
  const event: PaymentEvent = {
    payment_id: id,
    version: 1,
    kind: 'created',
    from_status: null,
    to_status: 'pending',
    amount_before: null,
    amount: payment.amount_paid,
    file_before_id: null,
    file_id: file?.id ?? null,
    reason: null,
  };
  await insertPaymentEvent(trx, event, actor);
  const note = noteOf(event, invoice, { payment_method, payment_date });
  await audit(trx, { ...note, actor, origin: caller.origin });
  return id;
}
