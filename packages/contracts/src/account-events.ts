import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { MESSAGE_KINDS, messageRequestedSchema } from './message-kinds.ts';

/** An account as other services keep it; a higher version wins. */
export const accountChangedSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  phone: z.string().nullable(),
  /** Whether the account has proved the number; missing in events from before proofs. */
  phone_verified: z.boolean().optional(),
  /** The address that the account has proved; null = none; missing where the portal sends no letters. */
  email: z.string().nullable().optional(),
  active: z.boolean(),
  version: z.int(),
});

/** A message to a family whose account is not known here yet: it waits in the service's own queue until it is. */
export const familyMessageRequestedSchema = messageRequestedSchema
  .pick({ dedupeKey: true, params: true, priority: true, notBefore: true })
  .extend({
    kind: z.enum(MESSAGE_KINDS),
    userId: z.uuid(),
    service: z.enum(['admission', 'billing']).default('admission'),
  });
export type FamilyMessageService = z.output<typeof familyMessageRequestedSchema>['service'];

/** A child was entered at the counter: an account without a password gets its invitation, once. */
export const counterChildEnteredSchema = z.object({ userId: z.uuid() });

/** A profile has another contact phone: the former one must stop being a login identifier. */
export const loginPhoneReleasedSchema = z.object({ userId: z.uuid(), version: z.int() });

/** The person behind an event. */
export const actorSchema = z.object({ id: z.uuid(), name: z.string().nullable(), role: z.enum(ROLES) });
