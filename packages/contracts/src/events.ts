import { RESULTS, SKIP_REASONS } from '@gerbang/domain/announcements';
import { CONFIRMATION_STATUSES, ENROLLMENT_STATUSES } from '@gerbang/domain/enrollment-confirmations';
import { ERASING_SERVICES } from '@gerbang/domain/erasure-requests';
import { JENJANG } from '@gerbang/domain/levels';
import { OFFER_STATUSES, RELEASE_CAUSES } from '@gerbang/domain/offers';
import { PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import {
  PAYMENT_STATUSES,
  SETTLEMENT_KINDS,
  SETTLEMENT_REFUSALS,
} from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { MESSAGE_KINDS, messageRequestedSchema, SECURITY_NOTICES } from './message-templates.ts';
import { schoolSchema } from './school.ts';

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
  .pick({ dedupeKey: true, params: true, priority: true })
  .extend({
    kind: z.enum(MESSAGE_KINDS),
    userId: z.uuid(),
    service: z.enum(['admission', 'billing']).default('admission'),
  });
export type FamilyMessageService = z.output<typeof familyMessageRequestedSchema>['service'];

/** A profile has another contact phone: the former one must stop being a login identifier. */
export const loginPhoneReleasedSchema = z.object({ userId: z.uuid(), version: z.int() });

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
  /** Whether every required document is there, for the observation and for re-enrolment. */
  documents_complete: z
    .object({ observation: z.boolean(), re_enrolment: z.boolean() })
    .default({ observation: true, re_enrolment: true }),
  family_id: z.uuid().nullable().default(null),
  /** The payment period that the registration's wave proposes; missing where it has none. */
  wave_payment_period: z.string().optional(),
});

/** The person behind an event. */
const actorSchema = z.object({ id: z.uuid(), name: z.string().nullable(), role: z.enum(ROLES) });

/** The text of an announcement as the families of its results read it. */
export const announcementTextSchema = z.object({
  title: z.string(),
  content: z.string(),
  observation_period: z.string(),
  jenjang: z.enum(JENJANG),
});

/** How many results of an announcement travel in one event: they are applied in one transaction. */
export const RESULTS_TOGETHER = 50;

const publicationSchema = z.object({
  announcement_id: z.uuid(),
  /** The publication's time: 'Diterima tanggal' everywhere. */
  published_at: z.iso.datetime(),
  /** Missing in events of a release before the read model of the dashboard. */
  text: announcementTextSchema.optional(),
  published_by: actorSchema,
});
const oneResultSchema = z.object({
  result_id: z.uuid(),
  registration_id: z.uuid(),
  child_id: z.uuid(),
  result: z.enum(RESULTS),
  /** The note to the child's family; missing in events of a release before the read model of the dashboard. */
  individual_note: z.string().nullable().optional(),
});

/** A result was published: admission moves the registration and notifies the family. */
export const resultPublishedSchema = publicationSchema.extend(oneResultSchema.shape);

export const resultsPublishedSchema = publicationSchema.extend({
  results: z.array(oneResultSchema).min(1).max(RESULTS_TOGETHER),
});

/**
 * What families read of published results, once more: for a read model that is new, lost or to be compared. It moves no
 * registration. `check` = the receiver should have known all of it already, and counts what it did not.
 */
export const resultsToldSchema = z.object({
  announcement_id: z.uuid(),
  published_at: z.iso.datetime(),
  text: announcementTextSchema,
  results: z
    .array(
      oneResultSchema
        .pick({ result_id: true, registration_id: true, result: true })
        .extend({ individual_note: z.string().nullable() }),
    )
    .max(RESULTS_TOGETHER),
  check: z.boolean(),
});

/** A published result that could not be applied any more; the announcement lists it for staff. */
export const resultSkippedSchema = z.object({
  announcement_id: z.uuid(),
  registration_id: z.uuid(),
  reason: z.enum(SKIP_REASONS),
});

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
  to_confirm: z.array(
    z.object({
      registration_id: z.uuid(),
      child_name: z.string(),
      jenjang: z.enum(JENJANG),
      kelas: z.string().nullable(),
      declined: z.boolean(),
    }),
  ),
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
  actor: actorSchema,
});

/** Money from the bank that does not pay this fee, or no longer: billing opens an unapplied receipt. */
export const feeSettlementRefusedSchema = settlementSchema.extend({ reason: z.enum(SETTLEMENT_REFUSALS) });

/** What is known of a proof's likeness to others, by its file; a higher version wins. It names no family. */
export const proofAlertedSchema = z.object({
  file_id: z.uuid(),
  status: z.enum(PROOF_ALERT_STATUSES),
  version: z.int(),
});

/** How many places of a class are free; `free` null = its seats are limited no more. A higher version wins. */
export const seatsChangedSchema = z.object({
  pool_id: z.uuid(),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  /** Null = the classes of the level together. */
  kelas: z.string().nullable(),
  free: z.int().nullable(),
  version: z.int(),
});

/** `version` is the offer's, as it was to be released: an answer about an earlier one says nothing of it. */
const offerOfSchema = z.object({ offer_id: z.uuid(), registration_id: z.uuid(), version: z.int() });

/** A seat is to be released: billing releases or keeps it, by what was confirmed and paid. */
export const offerReleasingSchema = offerOfSchema.extend({
  cause: z.enum(RELEASE_CAUSES),
  /** The staff's, for a confirmation that is declined with it. */
  reason: z.string().nullable(),
  /** Who releases it; null where it is no staff. */
  actor: actorSchema.nullable(),
});

/** Nothing was confirmed or paid, and nothing can be any more. */
export const offerReleasedSchema = offerOfSchema;
export const offerKeptSchema = offerOfSchema.extend({ reason: z.enum(['confirmed', 'paid']) });

/** The school's settings as they count now; a higher version wins. */
export const schoolChangedSchema = z.object({ version: z.int(), settings: schoolSchema });

/** Every event by its type, with the shape of its payload. */
export const eventSchemas = {
  'message.requested': messageRequestedSchema,
  'sessions.revoked': z.object({ userId: z.uuid(), epoch: z.int() }),
  'account.changed': accountChangedSchema,
  'family.message.requested': familyMessageRequestedSchema,
  'login.phone.released': loginPhoneReleasedSchema,
  'registration.changed': registrationChangedSchema,
  'results.published': resultsPublishedSchema,
  'result.published': resultPublishedSchema,
  'results.told': resultsToldSchema,
  'result.skipped': resultSkippedSchema,
  'confirmation.changed': confirmationChangedSchema,
  'dues.changed': duesChangedSchema,
  'data.erased': dataErasedSchema,
  'erasure.reported': erasureReportedSchema,
  'school.changed': schoolChangedSchema,
  'fee.booked': feeBookedSchema,
  'fee.settled': feeSettledSchema,
  'fee.settlement.refused': feeSettlementRefusedSchema,
  'proof.alerted': proofAlertedSchema,
  'seats.changed': seatsChangedSchema,
  'offer.releasing': offerReleasingSchema,
  'offer.released': offerReleasedSchema,
  'offer.kept': offerKeptSchema,
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventPayload<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;

export const QUEUES = [
  'notification',
  'notification-codes',
  'notification-accounts',
  'gateway',
  'auth',
  'admission',
  'announcement',
  'billing',
  'notification-bulk',
  'notification-accounts-bulk',
  'admission-bulk',
  'announcement-bulk',
  'billing-bulk',
] as const;
export type QueueName = (typeof QUEUES)[number];

/**
 * The queues of work that comes in thousands and may wait while the portal is busy: results of an announcement, replays,
 * reminders. They are apart, so that what one person just did never stands behind it. Each of their jobs is a wave.
 */
export const BULK_QUEUES: Readonly<Partial<Record<QueueName, QueueName>>> = {
  notification: 'notification-bulk',
  'notification-accounts': 'notification-accounts-bulk',
  admission: 'admission-bulk',
  announcement: 'announcement-bulk',
  billing: 'billing-bulk',
};

/** How many bulk events travel as one wave: one row of the outbox, one job, one transaction. */
export const EVENTS_TOGETHER = 50;

/** What a wave carries: events of one type, each with an id of its own, so that each acts once. */
export const waveSchema = z
  .array(z.object({ id: z.uuid(), version: z.int(), payload: z.unknown() }))
  .min(1)
  .max(EVENTS_TOGETHER);
export type Wave = z.output<typeof waveSchema>;

/**
 * The queues that read an event, by its topic: its type and, where the payload decides, what it decides. An event is one
 * row of the outbox however many queues read it.
 */
export const SUBSCRIPTIONS = {
  'sessions.revoked': ['gateway'],
  'account.changed': ['admission', 'announcement', 'billing', 'notification-accounts'],
  'registration.changed': ['announcement', 'billing'],
  'results.published': ['admission'],
  'result.published': ['admission'],
  'result.skipped': ['announcement'],
  'results.told': ['admission'],
  'dues.changed': ['admission'],
  'confirmation.changed': ['admission'],
  'data.erased/registrations': ['announcement', 'billing'],
  'data.erased/account': ['auth', 'announcement', 'billing', 'notification-accounts'],
  'erasure.reported': ['admission'],
  'school.changed': ['announcement', 'billing', 'notification-accounts', 'gateway'],
  'fee.booked': ['billing'],
  'fee.settled': ['admission'],
  'fee.settlement.refused': ['billing'],
  'proof.alerted': ['billing'],
  'seats.changed': ['announcement'],
  'offer.releasing': ['billing'],
  'offer.released': ['admission'],
  'offer.kept': ['admission'],
  // Notes of a service to itself: work that is done after the commit, and tried until it is.
  'family.message.requested/admission': ['admission'],
  'family.message.requested/billing': ['billing'],
  'login.phone.released': ['admission'],
  // Codes have their own queue, so that a wave of results never delays them.
  'message.requested/code': ['notification-codes'],
  'message.requested/notice': ['notification'],
  'message.requested/normal': ['notification'],
  'message.requested/wave': ['notification-bulk'],
  'registration.changed/wave': ['announcement-bulk', 'billing-bulk'],
  'account.changed/wave': [
    'admission-bulk',
    'announcement-bulk',
    'billing-bulk',
    'notification-accounts-bulk',
  ],
} as const satisfies Readonly<Record<string, readonly QueueName[]>>;
export type Topic = keyof typeof SUBSCRIPTIONS;

const NOTICES: ReadonlySet<string> = new Set(SECURITY_NOTICES);

const PARTS: { readonly [T in EventType]?: (payload: EventPayload<T>) => string } = {
  'data.erased': ({ user_id }) => (user_id === null ? 'registrations' : 'account'),
  'family.message.requested': ({ service }) => service,
  'message.requested': ({ priority, kind }) =>
    priority === 'normal' && NOTICES.has(kind) ? 'notice' : priority,
};

/** The topic under which bulk events of a type travel in waves; undefined where they do not. */
export function waveTopicOf(type: EventType): Topic | undefined {
  const topic = `${type}/wave`;
  return topic in SUBSCRIPTIONS ? (topic as Topic) : undefined;
}

const GATHERED: ReadonlySet<string> = new Set<Topic>([
  'account.changed',
  'registration.changed',
  'message.requested/normal',
]);

/**
 * Whether the events of a topic gather for a moment and travel together: copies, and messages that report what a person
 * has just done on the screen. No caller waits for them, and a job for each costs more than what it carries.
 */
export const isGathered = (topic: string): boolean => GATHERED.has(topic);

/** Whether the rows of a topic are waves. */
export const isWaveTopic = (topic: string): boolean => topic.endsWith('/wave');

/** Whether an event is bulk work by itself; its publisher can say it of others. */
export function isBulk<T extends EventType>(type: T, payload: EventPayload<T>): boolean {
  return type === 'message.requested' && (payload as EventPayload<'message.requested'>).priority === 'bulk';
}

/** The topic of an event, by which `SUBSCRIPTIONS` names its queues. */
export function topicOf<T extends EventType>(type: T, payload: EventPayload<T>): Topic {
  const part = PARTS[type]?.(payload);
  return (part === undefined ? type : `${type}/${part}`) as Topic;
}
