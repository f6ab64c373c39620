import {
  REFUND_ACCOUNT_DIGITS,
  REFUND_BANKS,
  REFUND_CAUSES,
  REFUND_KINDS,
  REFUND_OWNER_MAX,
  REFUND_SIGNS,
  REFUND_STATUSES,
  REFUND_STEPS,
  type RefundBank,
  type RefundCause,
  type RefundKind,
  type RefundSign,
  type RefundStep,
} from '@gerbang/domain/refunds';
import { PAYERS } from '@gerbang/domain/payers';
import { z } from 'zod';
import { personSchema } from './registrations.ts';
import { personName } from './text.ts';

const moment = z.iso.datetime();

/** The names of a list of choices, as a schema takes them. */
export const keysOf = <Key extends string>(values: Readonly<Record<Key, string>>) =>
  Object.keys(values) as [Key, ...Key[]];

/** A line of a refund in whole rupiah; `percent` and `rule_back` are the rule's and null where none computed it. */
export const refundLineSchema = z.object({
  kind: z.enum(keysOf<RefundKind>(REFUND_KINDS)),
  /** The registration, the invoice, or the unapplied receipt. */
  target: z.uuid(),
  /** Number of the registration or invoice that the money is of. */
  number: z.string(),
  paid: z.int(),
  percent: z.int().nullable(),
  rule_back: z.int().nullable(),
  back: z.int(),
});

/** Where the money goes, as lists show it: only the last digits of the number. */
export const refundAccountSchema = z.object({
  bank_code: z.enum(keysOf<RefundBank>(REFUND_BANKS)),
  number: z.string(),
  owner: z.string(),
});

/** An account as it is typed. */
export const accountToRefund = z.strictObject({
  bank_code: z.enum(keysOf<RefundBank>(REFUND_BANKS), 'Bank harus dipilih'),
  number: z
    .string('Nomor rekening harus diisi')
    .trim()
    .regex(
      new RegExp(`^[0-9]{${REFUND_ACCOUNT_DIGITS.min},${REFUND_ACCOUNT_DIGITS.max}}$`, 'u'),
      `Nomor rekening terdiri dari ${REFUND_ACCOUNT_DIGITS.min} sampai ${REFUND_ACCOUNT_DIGITS.max} angka`,
    ),
  owner: personName(REFUND_OWNER_MAX, 'Nama pemilik rekening harus diisi'),
});

/** A refund as staff see it. */
export const refundSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  number: z.string(),
  status: z.enum(REFUND_STATUSES),
  cause: z.enum(keysOf<RefundCause>(REFUND_CAUSES)),
  registration: z.object({ id: z.uuid(), number: z.string(), child_name: z.string() }),
  lines: z.array(refundLineSchema),
  deduct: z.int(),
  total: z.int(),
  /** `fits` = the parent or payer whose name the owner has; null = another name, which finance looks at. */
  account: refundAccountSchema.extend({ fits: z.enum(PAYERS).nullable() }).nullable(),
  /** Why it was begun; null for what a family's leaving began. */
  reason: z.string().nullable(),
  /** The way of the money, the oldest first; `by` is null for the portal itself. */
  steps: z.array(
    z.object({
      step: z.enum(keysOf<RefundStep>(REFUND_STEPS)),
      at: moment,
      by: personSchema.nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** What the family says against it. */
  objections: z.array(z.object({ text: z.string(), at: moment })),
  /** Whether the caller began, changed or requested it: another person has to agree. */
  own: z.boolean(),
  /** The day of the transfer, and its slip or its line of a bank's statement. */
  paid_on: z.iso.date().nullable(),
  proof_url: z.string().nullable(),
  bank_line_id: z.uuid().nullable(),
  /** Outgoing lines that an approved refund may have been paid by; one of another amount only where its text names the number. */
  offers: z.array(
    z.object({
      line_id: z.uuid(),
      booked_on: z.iso.date(),
      account_key: z.string(),
      amount: z.int(),
      by: z.enum(keysOf<RefundSign>(REFUND_SIGNS)),
    }),
  ),
  created_at: moment,
});
export type Refund = z.output<typeof refundSchema>;

/** A refund as a family's export holds it: the names of staff stand in the trail. */
export const heldRefundSchema = refundSchema
  .pick({
    id: true,
    number: true,
    status: true,
    cause: true,
    deduct: true,
    total: true,
    reason: true,
    created_at: true,
  })
  .extend({
    registration_id: z.uuid(),
    lines: z.array(refundLineSchema),
    account: refundAccountSchema.nullable(),
  });
