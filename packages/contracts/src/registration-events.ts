import { MISSING_DOCUMENTS_NAMED } from '@gerbang/domain/child-documents';
import { ERASING_SERVICES } from '@gerbang/domain/erasure-requests';
import { JENJANG } from '@gerbang/domain/levels';
import { OFFER_STATUSES } from '@gerbang/domain/offers';
import { PAY_CHANNELS } from '@gerbang/domain/pay-requests';
import { PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import {
  FEES_OF_A_SLIP,
  PAYMENT_STATUSES,
  SETTLEMENT_KINDS,
  SETTLEMENT_REFUSALS,
} from '@gerbang/domain/registration-payments';
import { CASH_METHODS } from '@gerbang/domain/reports';
import { STAGES } from '@gerbang/domain/registration-stages';
import { REVERSAL_CAUSES } from '@gerbang/domain/payment-reversals';
import { ACTOR_ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { actorSchema } from './account-events.ts';
import { refundAccountSchema } from './refund-shapes.ts';

/**
 * A registration, its child and its family as other services keep them; a higher version wins. Fields with a default are
 * missing in events of releases before them.
 */
export const registrationChangedSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  deleted: z.boolean(),
  user_id: z.uuid(),
  parent_id: z.uuid(),
  child_id: z.uuid(),
  child_name: z.string(),
  child_nick_name: z.string().nullable(),
  child_gender: z.string().nullable(),
  father_name: z.string().nullable(),
  mother_name: z.string().nullable(),
  father_phone: z.string().nullable(),
  mother_phone: z.string().nullable(),
  contact_phone: z.string().nullable(),
  login_phone: z.string().nullable(),
  registration_number: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: z.string().nullable(),
  academic_year: z.string(),
  current_stage: z.enum(STAGES),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The registration fee in rupiah. */
  payment_amount: z.int().default(0),
  /** When the proof of the fee that counts was sent; null without one. */
  payment_proof_at: z.iso.datetime().nullable().default(null),
  /** The file of that proof. */
  payment_proof_id: z.uuid().nullable().default(null),
  /** Null unless the fee is verified now. */
  payment_verified_at: z.iso.datetime().nullable().default(null),
  /** The newest offer of a seat, a released one too; null where there never was one. */
  seat: z
    .object({
      offer_id: z.uuid(),
      status: z.enum(OFFER_STATUSES),
      answer_until: z.iso.datetime().nullable(),
    })
    .nullable()
    .default(null),
  /**
   * Whether every required document is there, for the observation and for re-enrolment, and which are not: missing where
   * all are there, and in events of releases that did not name them.
   */
  documents_complete: z
    .object({
      observation: z.boolean(),
      re_enrolment: z.boolean(),
      missing: z
        .array(z.object({ key: z.string(), label: z.string() }))
        .max(MISSING_DOCUMENTS_NAMED)
        .optional(),
    })
    .default({ observation: true, re_enrolment: true }),
  family_id: z.uuid().nullable().default(null),
  /** How often staff corrected what papers print of it; missing where they never did. */
  corrections: z.int().optional(),
  /** What a verified fee is asked for once more, since when; missing where nothing is. */
  fee_asked: z.object({ amount: z.int(), at: z.iso.datetime() }).optional(),
  /** What of such differences was paid, in rupiah; missing where none was. */
  fee_extra: z.int().optional(),
  /** The payment period that the registration's wave proposes; missing where it has none. */
  wave_payment_period: z.string().optional(),
});

/**
 * The data of a family, or registrations whose time is over, are gone at their owner: services with copies erase them.
 * The registrations come blank, under a version above every earlier one, so that no late event brings them back (UU 27/2022,
 * articles 42–44).
 */
export const dataErasedSchema = z.object({
  /** The case whose work this is; null where their time was over. */
  request_id: z.uuid().nullable(),
  /** The account that goes with them; null where only registrations do. */
  user_id: z.uuid().nullable(),
  registrations: z.array(registrationChangedSchema),
  /** The family left with a year that was archived: its account ends although its number was proved. */
  archived: z.literal(true).optional(),
});

/** A service has erased everything that a case asks for. */
export const erasureReportedSchema = z.object({ request_id: z.uuid(), service: z.enum(ERASING_SERVICES) });

/** A registration fee that was verified (more than 0) or taken back (less), in rupiah; it names no family. */
export const feeBookedSchema = z.object({
  /** Of the change's entry in the history of the fee. */
  id: z.uuid(),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  amount: z.int(),
  /** Jakarta days: of the verification or the taking back, and of the proof; a fee that is taken back has the first twice. */
  booked_on: z.iso.date(),
  paid_on: z.iso.date(),
  /** How it was paid; what is taken back has that of its verification. Missing in events of releases before. */
  method: z.enum(CASH_METHODS).optional(),
  /** Of the cash that billing keeps for it in a drawer; missing for any other money. */
  cash_id: z.uuid().optional(),
});

const settlementSchema = z.object({
  registration_id: z.uuid(),
  /** In rupiah. */
  amount: z.int().min(1),
  /** The line of the bank, or the payment through a provider. */
  source: z.object({ kind: z.enum(SETTLEMENT_KINDS), id: z.uuid() }),
});

/** Money from the bank that pays a registration fee; admission verifies it, or publishes why not. */
export const feeSettledSchema = settlementSchema.extend({
  /** The Jakarta day on which the bank had the money. */
  settled_on: z.iso.date(),
  /** How it came through a provider; missing for a line. */
  channel: z.enum(PAY_CHANNELS).optional(),
  actor: actorSchema.extend({ role: z.enum(ACTOR_ROLES) }),
});

/** Money from the bank for several fees of a family that one transfer pays: admission verifies all of them, or none. */
export const feesSettledSchema = feeSettledSchema.omit({ registration_id: true, amount: true }).extend({
  fees: z
    .array(settlementSchema.pick({ registration_id: true, amount: true }))
    .min(FEES_OF_A_SLIP.least)
    .max(FEES_OF_A_SLIP.most),
});

/** Money from the bank that does not pay this fee, or no longer: billing opens an unapplied receipt. */
export const feeSettlementRefusedSchema = settlementSchema.extend({ reason: z.enum(SETTLEMENT_REFUSALS) });

/** Staff ask to reverse a fee after the result: billing keeps the request until a second person agrees. */
export const feeReversalAskedSchema = z.object({
  request_id: z.uuid(),
  registration_id: z.uuid(),
  /** In rupiah. */
  amount: z.int(),
  reason: z.string(),
  cause: z.enum(REVERSAL_CAUSES),
  actor: actorSchema,
});

/**
 * A second person has agreed; the actor is that one. Admission reverses the fee, or reports that it cannot. `line_id` is the
 * line of the bank that is released with it, where that is why.
 */
export const feeReversalApprovedSchema = feeReversalAskedSchema
  .omit({ amount: true, cause: true })
  .extend({ line_id: z.uuid().optional() });
export const feeReversalRefusedSchema = feeReversalAskedSchema.pick({ request_id: true });

/** What is known of a proof's likeness to others, by its file; a higher version wins. It names no family. */
export const proofAlertedSchema = z.object({
  file_id: z.uuid(),
  status: z.enum(PROOF_ALERT_STATUSES),
  version: z.int(),
});

/**
 * How much of a registration fee went back to its family, and how much more is promised to by refunds that are agreed to, in
 * rupiah; a higher version wins.
 */
export const feeReturnedSchema = z.object({
  registration_id: z.uuid(),
  version: z.int(),
  returned: z.int().min(0),
  promised: z.int().min(0),
  /** The person who changed the refund; missing in a replay. */
  actor: actorSchema.optional(),
});

/**
 * What goes back by the school's rule to a family that left, in whole rupiah; only where something does. It is decided once, on
 * the day on which it left. With the cause `overpaid` it is what finance gives back of a fee that was corrected.
 */
export const withdrawalRefundableSchema = z.object({
  /** The withdrawal, or the difference of the fee: each gives back once. */
  withdrawal_id: z.uuid(),
  registration_id: z.uuid(),
  lines: z.array(
    z.object({ kind: z.enum(['fee', 'education']), paid: z.int(), percent: z.int(), back: z.int() }),
  ),
  deduct: z.int(),
  /** Missing where the family left. */
  cause: z.literal('overpaid').optional(),
  /** Where it goes, as the family typed it when it left; missing where it did not. */
  to: refundAccountSchema.optional(),
});
