import type { MessageKind } from '@gerbang/contracts/message-kinds';
import type { PlannedInvoice } from '@gerbang/domain/payment-schemes';
import type { Db } from '@gerbang/service-kit/data/database';
import { byDay, publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from './context.ts';
import type { RefundRecord } from './refunds/refunds.repository.ts';
import { asksExactly, exactOnPage } from '@gerbang/domain/payment-expectations';
import { dayText } from '@gerbang/domain/date-text';
import { rupiahText } from './texts.ts';

interface FamilyMessage {
  readonly userId: string;
  readonly kind: MessageKind;
  /** Names the row that caused the message, so that each causes one. */
  readonly causedBy: string;
  readonly params: Readonly<Record<string, string>>;
  /** The page of the portal that the message opens, with the thing itself. */
  readonly page: `/enrollment-confirmation-detail/${string}` | `/tagihan?${'bayar' | 'dana'}=${string}`;
  readonly requestId: string;
}

/** What the school does by itself is told by day; what a family has sent is answered at once. */
const TOLD_BY_DAY: ReadonlySet<MessageKind> = new Set([
  'due_date_changed',
  'payment_reversed',
  'refund_approved',
  'refund_paid',
  'scheme_changed',
]);

async function publish(
  context: Context,
  trx: Db,
  { userId, kind, causedBy, params, page, requestId }: FamilyMessage,
): Promise<void> {
  const link = new URL(page, context.config.PUBLIC_ORIGIN).href;
  const message = { kind, dedupeKey: `${kind}:${causedBy}`, params: { ...params, link }, requestId };
  const leaving = TOLD_BY_DAY.has(kind) ? byDay(context) : {};
  await publishAccountMessage(context, trx, userId, { ...message, ...leaving }, 'billing');
}

/** What a message about a change of a confirmation needs. */
export interface ChangedConfirmation {
  readonly userId: string;
  readonly child: string;
  readonly registrationNumber: string;
  /** The row of the confirmation's history. */
  readonly eventId: string;
  readonly confirmationId: string;
  readonly requestId: string;
}

/** Notifies the family of a change of its confirmation. */
export async function notifyConfirmation(
  context: Context,
  trx: Db,
  kind: Extract<MessageKind, `confirmation_${string}` | 'enrollment_completed' | 'scheme_changed'>,
  { userId, child, registrationNumber: number, eventId, confirmationId, requestId }: ChangedConfirmation,
): Promise<void> {
  const params = { child, number };
  const page = `/enrollment-confirmation-detail/${confirmationId}` as const;
  await publish(context, trx, { userId, kind, causedBy: eventId, params, page, requestId });
}

/** An amount that a family is to transfer; where the school asks for exact ones, with the way to it. */
const toTransfer = ({ school }: Context, amount: string) =>
  asksExactly(school.settings) ? exactOnPage(amount) : amount;

/** Notifies the family of the invoices of its scheme: one message for all of them. */
export async function notifyInvoicesIssued(
  context: Context,
  trx: Db,
  { userId, child, eventId, requestId }: ChangedConfirmation,
  issued: readonly (PlannedInvoice & { readonly id: string; readonly invoice_number: string })[],
): Promise<void> {
  const [first] = issued;
  const last = issued.at(-1);
  if (!first || !last) throw new Error('a scheme without invoices');
  const several = issued.length > 1;
  const total = rupiahText(issued.reduce((sum, invoice) => sum + invoice.total_amount, 0));
  const params = {
    child,
    number: several ? `${first.invoice_number} s.d. ${last.invoice_number}` : first.invoice_number,
    amount: toTransfer(context, several ? `${total} dalam ${issued.length} tahap` : total),
    due: several ? `${dayText(first.due_date)} (${first.installment_name})` : dayText(first.due_date),
  };
  const kind = 'invoice_issued';
  const page = `/tagihan?bayar=${first.id}` as const;
  await publish(context, trx, { userId, kind, causedBy: eventId, params, page, requestId });
}

/** The columns of an invoice that a message about it needs. */
interface MessageInvoice {
  readonly id: string;
  readonly user_id: string;
  readonly child_name: string;
  readonly invoice_number: string;
}

/** Notifies the family that the school changed an invoice; what and why stands in the portal. `causedBy` is the change's row. */
export async function notifyInvoiceChanged(
  context: Context,
  trx: Db,
  kind: Extract<MessageKind, 'due_date_changed'>,
  { id, user_id: userId, invoice_number: number }: MessageInvoice,
  causedBy: string,
  requestId: string,
): Promise<void> {
  const page = `/tagihan?bayar=${id}` as const;
  await publish(context, trx, { userId, kind, causedBy, params: { number }, page, requestId });
}

/** Notifies the family that its payment is verified and what remains, or rejected; a payment is decided once. */
export async function notifyPaymentDecided(
  context: Context,
  trx: Db,
  invoice: MessageInvoice,
  payment: { readonly id: string; readonly amount_paid: number },
  outcome: { readonly remaining: number } | 'rejected',
  requestId: string,
): Promise<void> {
  await publish(context, trx, {
    userId: invoice.user_id,
    kind: outcome === 'rejected' ? 'invoice_payment_rejected' : 'invoice_payment_verified',
    causedBy: payment.id,
    params: {
      amount: rupiahText(payment.amount_paid),
      number: invoice.invoice_number,
      child: invoice.child_name,
      ...(outcome !== 'rejected' && { remaining: rupiahText(outcome.remaining) }),
    },
    page: `/tagihan?bayar=${invoice.id}`,
    requestId,
  });
}

/** Notifies the family that one of its payments was reversed; the reason stands in the portal. */
export async function notifyPaymentReversed(
  context: Context,
  trx: Db,
  invoice: { readonly id: string; readonly user_id: string; readonly invoice_number: string },
  paymentId: string,
  requestId: string,
): Promise<void> {
  await publish(context, trx, {
    userId: invoice.user_id,
    kind: 'payment_reversed',
    causedBy: paymentId,
    params: { number: invoice.invoice_number },
    page: `/tagihan?bayar=${invoice.id}`,
    requestId,
  });
}

/** Notifies the family of what became of its money that goes back. */
export async function notifyRefund(
  context: Context,
  trx: Db,
  kind: Extract<MessageKind, `refund_${string}`>,
  {
    id,
    user_id: userId,
    number,
    total,
    version,
  }: Pick<RefundRecord, 'id' | 'user_id' | 'number' | 'total' | 'version'>,
  requestId: string,
): Promise<void> {
  const params = { number, amount: rupiahText(total) };
  await publish(context, trx, {
    userId,
    kind,
    causedBy: `${id}:${version}`,
    params,
    page: `/tagihan?dana=${id}`,
    requestId,
  });
}
