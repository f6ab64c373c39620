import { JENJANG } from '@gerbang/domain/levels';
import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';

/** What happened, for 'Baru saja' on the dashboard of staff. */
export const RECENT_KINDS = [
  'registered',
  'fee_sent',
  'fee_verified',
  'fee_rejected',
  'fee_reverted',
  'stage_changed',
  'payment_sent',
  'payment_edited',
  'payment_verified',
  'payment_rejected',
  'payment_reversed',
  'confirmation_sent',
  'confirmation_processed',
  'confirmation_declined',
  'scheme_created',
  'confirmation_completed',
  'confirmation_payment_reversed',
  'confirmation_reopened',
  'confirmation_void',
  'confirmation_scheme_revised',
] as const;

/** The newest events of an area that the role may see, the newest first. */
export const recentSchema = z.array(
  z.object({
    id: z.uuid(),
    kind: z.enum(RECENT_KINDS),
    at: z.iso.datetime(),
    /** Null = the system. */
    actor: z.object({ name: z.string().nullable(), role: z.enum(ROLES) }).nullable(),
    /** Whom it is about; left out by the release before. */
    child: z.string().optional(),
    /** Number of the registration or of the invoice. */
    number: z.string(),
    jenjang: z.enum(JENJANG),
    amount: z.int().nullable(),
    /** Money that a bank's statement named, not a slip. */
    from_bank: z.boolean().default(false),
  }),
);

/** How many an area gives. */
export const RECENT = 8;
