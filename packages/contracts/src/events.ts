import { JENJANG } from '@gerbang/domain/levels';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { messageRequestedSchema } from './messages.ts';

/** What others keep of an account (Precisions, Family); a higher version wins. */
export const accountChangedSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  phone: z.string().nullable(),
  active: z.boolean(),
  version: z.int(),
});

/** A message to a family whose account is not known here yet: it waits in the service's own queue until it is. */
export const familyMessageRequestedSchema = messageRequestedSchema
  .pick({ dedupeKey: true, kind: true, params: true, priority: true })
  .extend({ userId: z.uuid() });

/** A profile has another contact phone: the one before must stop being a login identifier (decisions, Accounts). */
export const loginPhoneReleasedSchema = z.object({ userId: z.uuid(), version: z.int() });

/** What others keep of a registration, its child and its family; a higher version wins. */
export const registrationChangedSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  deleted: z.boolean(),
  user_id: z.uuid(),
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
});

/** Every event by its type, with the shape of its payload. */
export const eventSchemas = {
  'message.requested': messageRequestedSchema,
  'sessions.revoked': z.object({ userId: z.uuid(), epoch: z.int() }),
  'account.changed': accountChangedSchema,
  'family.message.requested': familyMessageRequestedSchema,
  'login.phone.released': loginPhoneReleasedSchema,
  'registration.changed': registrationChangedSchema,
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventPayload<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;

export const QUEUES = ['notification', 'notification-codes', 'gateway', 'admission'] as const;
export type QueueName = (typeof QUEUES)[number];

/** The queues that an event goes to. Codes have their own, so that a wave of results never delays them. */
export function queuesOf<T extends EventType>(type: T, payload: EventPayload<T>): readonly QueueName[] {
  if (type === 'sessions.revoked') return ['gateway'];
  if (type === 'account.changed') return ['admission'];
  // Admission's notes to itself: work that is done after the commit, and tried until it is.
  if (type === 'family.message.requested' || type === 'login.phone.released') return ['admission'];
  // Nobody keeps a copy yet: announcements and billing will, and are then filled by a replay.
  if (type === 'registration.changed') return [];
  return (payload as EventPayload<'message.requested'>).priority === 'code'
    ? ['notification-codes']
    : ['notification'];
}
