import { CONFIRMATION_STATUSES, ENROLLMENT_STATUSES } from '@gerbang/domain/enrollment-confirmations';
import { z } from 'zod';
import { toConfirmSchema } from './billing-dashboard.ts';

/** The state of a re-enrolment: admission keeps the enrolment's status and the lock beside the registration. */
export const confirmationChangedSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  registration_id: z.uuid(),
  status: z.enum(CONFIRMATION_STATUSES),
  enrollment_status: z.enum(ENROLLMENT_STATUSES),
  /** Whether child and registration are locked for their family now. */
  locks: z.boolean(),
});

/** What a family owes and has to confirm, as its dashboard needs it; a higher version wins. */
export const familyDuesSchema = z.object({
  user_id: z.uuid(),
  version: z.int(),
  /** The invoices that can be paid, the next due one first. */
  invoices: z.array(
    z.object({
      invoice_id: z.uuid(),
      invoice_number: z.string(),
      installment_name: z.string(),
      child_name: z.string(),
      due_date: z.iso.date(),
      total_amount: z.int(),
      amount_paid: z.int(),
      rejected: z.boolean(),
    }),
  ),
  /** Accepted children whose re-enrolment is not confirmed, or was declined and can be sent again. */
  to_confirm: z.array(toConfirmSchema),
});

/** How many families travel in one event about dues. */
export const FAMILIES_TOGETHER = 50;
/**
 * The dues of families as they stand now. `complete_at` = every change committed before this moment has been published:
 * a copy that has heard nothing for a while is not trusted. `check` = the receiver should have known all of it already.
 */
export const duesChangedSchema = z.object({
  families: z.array(familyDuesSchema).max(FAMILIES_TOGETHER),
  complete_at: z.iso.datetime().nullable(),
  check: z.boolean(),
});

/**
 * Billing has closed the acceptance of a family that leaves. Admission, which asked for it in a transaction of its own, publishes
 * the registration again where it does not stand so: that transaction was cut off.
 */
export const acceptanceEndedSchema = z.object({ registration_id: z.uuid() });
