import { z } from 'zod';
import { LETTER_KINDS } from './letter-templates.ts';

/**
 * Notices to an account's owner of logins and changes that a thief may have made, also in the school's bank accounts. They
 * have a limit of their own, because the thief could use up that of the other messages first.
 */
export const SECURITY_NOTICES = [
  'password_changed',
  'account_changed',
  'login_phone_added',
  'new_device_login',
  'number_changed',
  'number_request_approved',
  'factor_added',
  'factor_removed',
  'factors_cleared',
  'recovery_code_used',
  'erasure_received',
  'official_account_change',
  'official_account_blocked',
  'deciding_account',
] as const;

/**
 * Results, refusals, days by which something is due, and an appointment that no longer stands: the limit of numbers that are not proved holds none of them back.
 * They go there without a name, as everything does.
 */
export const ALWAYS_TOLD = [
  'result_published',
  'result_corrected',
  'fee_rejected',
  'confirmation_declined',
  'invoice_payment_rejected',
  'invoice_due',
  'invoice_overdue',
  'due_date_changed',
  'seat_offered',
  'seat_reminder',
  'slot_cancelled',
] as const;

/** The kinds whose channel the recipient may choose; codes and notices about the account go where they are safest. */
export const CHOOSABLE_KINDS = [
  'registration_received',
  'fee_proof_received',
  'fee_verified',
  'fee_rejected',
  'stage_changed',
  'result_published',
  'result_corrected',
  'confirmation_received',
  'confirmation_processed',
  'confirmation_declined',
  'invoice_issued',
  'invoice_due',
  'invoice_overdue',
  'invoice_payment_verified',
  'invoice_payment_rejected',
  'due_date_changed',
  'payment_reversed',
  'refund_approved',
  'refund_paid',
  'scheme_changed',
  'enrollment_completed',
] as const;

export const MESSAGE_KINDS = [
  'reset_code',
  'counter_invitation',
  'phone_verification',
  ...SECURITY_NOTICES,
  ...CHOOSABLE_KINDS,
  'data_corrected',
  'year_move',
  'withdrawal_done',
  'withdrawal_answered',
  'withdrawal_requested',
  'documents_returned',
  'documents_complete',
  'documents_missing',
  'dapodik_asked',
  'continue_asked',
  'continue_reminder',
  'erasure_approved',
  'erasure_refused',
  'finance_digest',
  'pay_review',
  'seat_offered',
  'seat_reminder',
  'seat_released',
  'waitlist_joined',
  'waitlist_stay',
  'waitlist_ended',
  'slot_choose',
  'slot_booked',
  'slot_reminder',
  'slot_cancelled',
  'slot_new',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
/** Every kind: those with a template, which may go by e-mail as well, and those of letters alone. */
export const ALL_KINDS = [...MESSAGE_KINDS, ...LETTER_KINDS] as const;
export type AnyKind = (typeof ALL_KINDS)[number];

/**
 * One message; `to` null = no WhatsApp number: it is a letter, or its account has none, which then gets it in its inbox and by
 * e-mail where it has proved an address. Without any of them the request was for an unknown account.
 */
export const messageRequestedSchema = z.object({
  dedupeKey: z.string().max(200),
  kind: z.enum(ALL_KINDS),
  to: z.string().nullable(),
  /** The account whose inbox it belongs to; null = it is in no inbox. Missing in events of a release before inboxes: the number decides. */
  accountId: z.uuid().nullable().optional(),
  /** Set where the publisher knows that the account has proved the number; otherwise the worker's copy of it decides. */
  proved: z.literal(true).optional(),
  /** A letter to this address of this account, which goes no other way; `to` is null then. */
  letter: z.object({ email: z.string().max(254), userId: z.uuid() }).optional(),
  params: z.record(z.string(), z.string()),
  priority: z.enum(['code', 'normal', 'bulk']),
  /** Moment after which the message must not be sent any more. */
  expiresAt: z.iso.datetime().optional(),
  /** Moment before which it must not be sent: at night families get none. It is in the inbox at once. */
  notBefore: z.iso.datetime().optional(),
});
export type MessageRequested = z.infer<typeof messageRequestedSchema>;
