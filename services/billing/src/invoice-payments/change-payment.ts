import type { VerificationStatus } from '@gerbang/domain/invoice-payments';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';

/** A version of a payment that was just written. */
interface Step {
  readonly kind: 'created' | 'edited' | 'verified' | 'rejected';
  readonly invoice: { readonly id: string; readonly invoice_number: string };
  readonly payment: {
    readonly id: string;
    readonly version: number;
    readonly amount_paid: number;
    readonly payment_evidence_file_id: string;
  };
  /** Null = there was none. */
  readonly from: VerificationStatus | null;
  readonly to: VerificationStatus;
  readonly before?: { readonly amount_paid: number; readonly payment_evidence_file_id: string };
  readonly reason?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The row of the history and of the trail of a version; the proof before an edit stays in both (decisions, Money). */
export async function recordStep(trx: Db, caller: Caller, actor: Actor, step: Step): Promise<void> {
  const { kind, invoice, payment, from, to, before, reason = null, details } = step;
  const { amount_paid: amount, payment_evidence_file_id: file } = payment;
  await trx('invoice_payment_events').insert({
    id: uuidv7(),
    payment_id: payment.id,
    version: payment.version,
    kind,
    from_status: from,
    to_status: to,
    amount_before: before?.amount_paid ?? null,
    amount,
    file_before_id: before?.payment_evidence_file_id ?? null,
    file_id: file,
    reason,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  await audit(trx, {
    action: `invoice_payment.${kind}`,
    actor,
    subject: payment.id,
    details: {
      invoice_id: invoice.id,
      invoice_number: invoice.invoice_number,
      verification_status: { from, to },
      amount_paid: { from: before?.amount_paid ?? null, to: amount },
      file: { from: before?.payment_evidence_file_id ?? null, to: file },
      ...(reason !== null && { reason }),
      ...details,
    },
    origin: caller.origin,
  });
}
